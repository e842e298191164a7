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
  client.request('workspace/executeCommand', params, function(_, result)
    if result and result ~= vim.NIL then done(result) end
  end)
end

-- Starts the server for every script and every Markdown page.
function M.setup(options)
  vim.lsp.commands['rxrepl.play'] = function(command, context)
    execute(command, context, function(result)
      vim.cmd('botright new')
      local folder = result.folder ~= '' and result.folder or nil
      vim.fn.termopen({ 'rxrepl', '-e', result.script }, { cwd = folder })
      vim.cmd('startinsert')
    end)
  end
  vim.lsp.commands['rxrepl.why'] = function(command, context)
    execute(command, context, function(text)
      vim.lsp.util.open_floating_preview(vim.split(text, '\n'), '', { border = 'rounded' })
    end)
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('rxrepl', {}),
    pattern = { 'marble', 'markdown' },
    callback = function() M.start(options) end,
  })
end

return M
