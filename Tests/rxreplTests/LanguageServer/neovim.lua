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

local done, reason = pcall(check)
if not done then table.insert(lines, tostring(reason)) end
vim.fn.writefile(lines, vim.env.OUTPUT)
vim.cmd('qall!')
