-- Attaches Neovim to the language server, and writes what it shows to $OUTPUT.

local lines = {}

local function check()
  require('rxrepl').setup({ cmd = { vim.env.PROGRAM, 'lsp' } })
  vim.cmd('edit ' .. vim.env.SCRIPT)
  assert(vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 10), 'no diagnostics')
  for _, item in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, (string.format('%d:%d %s', item.lnum + 1, item.col + 1, item.message):gsub('\n', ' / ')))
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'), 60000)
  for _, answer in pairs(answers) do table.insert(lines, (answer.result.contents.value:gsub('\n', ' / '))) end
  if vim.lsp.buf.format then vim.lsp.buf.format({ async = false }) else vim.lsp.buf.formatting_sync({}, 60000) end
  vim.list_extend(lines, vim.api.nvim_buf_get_lines(0, 0, -1, true))
end

-- The buffers of pages without a script, and of windows with help, have no server.
local function checkOthers()
  local clients = vim.lsp.get_clients or vim.lsp.buf_get_clients
  local function count() return vim.tbl_count(clients(vim.lsp.get_clients and { bufnr = 0 } or 0)) end
  for _, page in ipairs({ { '', '# Title' }, { 'nofile', '```marble' }, { '', '```marble' } }) do
    vim.cmd('enew!')
    vim.bo.buftype = page[1]
    vim.api.nvim_buf_set_lines(0, 0, -1, true, { page[2] })
    vim.bo.filetype = 'markdown'
    table.insert(lines, page[2] .. ' ' .. count())
  end
end

-- The command of a code lens runs the program of the options.
local function checkPlay()
  local run
  local name = vim.fn.has('nvim-0.11') == 1 and 'jobstart' or 'termopen'
  vim.fn[name] = function(command) run = command end
  local lenses
  for _, answer in pairs(vim.lsp.buf_request_sync(
    0, 'textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }, 60000)) do
    lenses = answer.result
  end
  for _, lens in ipairs(lenses) do
    if lens.command.command == 'rxrepl.play' then
      local id = next(vim.lsp.buf_get_clients and vim.lsp.buf_get_clients(0)) or vim.lsp.get_clients({ bufnr = 0 })[1].id
      -- The answer is empty while the changed text has not run yet.
      assert(vim.wait(60000, function()
        if not run then vim.lsp.commands['rxrepl.play'](lens.command, { client_id = id }) end
        return run ~= nil
      end, 200), 'nothing was played')
      table.insert(lines, (run[1] == vim.env.PROGRAM and 'PROGRAM' or run[1]) .. ' ' .. run[2])
      return
    end
  end
end

local done, reason = pcall(function() check() checkPlay() checkOthers() end)
if not done then table.insert(lines, tostring(reason)) end
vim.fn.writefile(lines, vim.env.OUTPUT)
vim.cmd('qall!')
