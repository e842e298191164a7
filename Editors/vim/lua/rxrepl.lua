-- The language server of rxrepl for Neovim: `require('rxrepl').setup()`.

local M = {}

-- Starts the server for the buffer, or attaches the running one.
function M.start(options)
  local config = vim.tbl_deep_extend('force', {
    name = 'rxrepl',
    cmd = { 'rxrepl', 'lsp' },
    root_dir = vim.fn.getcwd(),
    init_options = { commands = true },
  }, options or {})
  if vim.lsp.start then return vim.lsp.start(config) end
  -- Neovim before 0.8.
  M.client = M.client or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, M.client)
  return M.client
end

-- Executes a command of a code lens, and calls a function with its result.
local function execute(command, context, done)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local params = { command = command.command, arguments = command.arguments }
  local function finish(_, result)
    if result and result ~= vim.NIL then done(result) end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request('workspace/executeCommand', params, finish)
  else
    client.request('workspace/executeCommand', params, finish)
  end
end

-- Whether the buffer is a script, or a page with one. Windows with help are neither.
local function has_script()
  if vim.bo.buftype ~= '' then return false end
  if vim.bo.filetype == 'marble' then return true end
  return vim.bo.filetype == 'markdown' and vim.fn.search([[^\s*\(```\|\~\~\~\)\s*{\?\.\?marble\>]], 'nw') > 0
end

-- Starts the server for every script, and for every Markdown page with a script.
function M.setup(options)
  local program = options and options.cmd and options.cmd[1] or 'rxrepl'
  vim.lsp.commands['rxrepl.play'] = function(command, context)
    execute(command, context, function(result)
      vim.cmd('botright new')
      local folder = result.folder ~= '' and result.folder or nil
      local play = { program, '-e', result.script }
      if vim.fn.has('nvim-0.11') == 1 then
        vim.fn.jobstart(play, { cwd = folder, term = true })
      else
        vim.fn.termopen(play, { cwd = folder })
      end
      vim.cmd('startinsert')
    end)
  end
  vim.lsp.commands['rxrepl.why'] = function(command, context)
    execute(command, context, function(text)
      vim.lsp.util.open_floating_preview(vim.split(text, '\n'), '', { border = 'rounded' })
    end)
  end
  vim.api.nvim_create_autocmd({ 'FileType', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('rxrepl', {}),
    callback = function()
      if has_script() then M.start(options) end
    end,
  })
end

return M
