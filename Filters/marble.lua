--- Draws the `marble` code blocks of a document: pandoc --lua-filter=marble.lua page.md -o page.html
--
-- HTML gets the picture itself, and other formats get an image. For LaTeX, `rsvg-convert` makes it a PDF.

-- Markdown fences with the earlier scripts, whose names later ones use.
local earlier = {}
local count = 0

local html = FORMAT:match("html") or FORMAT:match("^reveal") or FORMAT:match("^slid") or FORMAT == "dzslides"

local function read(path)
  local file = io.open(path, "rb")
  local content = file and file:read("a") or ""
  if file then file:close() end
  return content
end

local function write(path, content)
  local file = assert(io.open(path, "wb"))
  file:write(content)
  file:close()
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function warn(message)
  if pandoc.log then pandoc.log.warn(message) else io.stderr:write("[WARNING] " .. message .. "\n") end
end

-- Adds a picture to the files of the document, and returns its path.
local function add_picture(svg)
  local path = pandoc.utils.sha1(svg)
  if FORMAT == "latex" or FORMAT == "beamer" then
    local converted, pdf = pcall(pandoc.pipe, "rsvg-convert", { "--format=pdf", "--dpi-x=96", "--dpi-y=96" }, svg)
    if converted then
      pandoc.mediabag.insert(path .. ".pdf", "application/pdf", pdf)
      return path .. ".pdf"
    end
    warn("rsvg-convert is not installed or failed, so the picture is SVG, which LaTeX does not read")
  end
  pandoc.mediabag.insert(path .. ".svg", "image/svg+xml", svg)
  return path .. ".svg"
end

local function fence(script, words)
  -- Words with a backtick can only be after tildes.
  local mark = words:find("`") and "~" or "`"
  local longest = 2
  for marks in script:gmatch(mark .. "+") do longest = math.max(longest, #marks) end
  local marks = string.rep(mark, longest + 1)
  return marks .. "marble " .. words .. "\n" .. script .. "\n" .. marks .. "\n"
end

-- The words that only this filter reads, or that have no effect here.
local own = { marble = true, ignore = true, hidden = true, fails = true, new = true, svg = true, file = true }

-- Returns the other words of a block, as in the first line of a fence. The program reports those that it does not know.
local function info_of(block)
  local words = {}
  for _, class in ipairs(block.classes) do
    if not own[class:lower()] then words[#words + 1] = class end
  end
  for name, value in pairs(block.attributes) do
    if not own[name] then words[#words + 1] = name .. '="' .. value:gsub('[\\"]', "\\%0"):gsub("%s", " ") .. '"' end
  end
  return table.concat(words, " ")
end

-- Returns the output of a script and its messages. With words, it runs as a fence.
local function run(script, format, options, info)
  return pandoc.system.with_temporary_directory("rxrepl", function(folder)
    local name = "script-" .. count .. (info == "" and ".marble" or ".md")
    write(folder .. "/earlier.md", table.concat(earlier, "\n"))
    write(folder .. "/" .. name, info == "" and script .. "\n" or fence(script, info))
    local _, _, status = os.execute("cd " .. quote(folder) .. " && rxrepl --safe --color=never --format=" .. format .. options ..
      " earlier.md " .. name .. " >output 2>messages </dev/null")
    if status == 127 then error("rxrepl is not in the PATH: install it, or add its folder", 0) end
    local messages = read(folder .. "/messages"):gsub("(script%-%d+)%.md:(%d+)", function(file, line)
      return ("%s.marble:%d"):format(file, line - 1)
    end):gsub("(script%-%d+%.marble):0:%d+", "%1")
    return read(folder .. "/output"), messages
  end)
end

-- Returns the lines of errors, warnings and failures, those that the script prints, which a blank line separates from
-- them, and the errors and warnings about words.
local function parts_of(messages)
  local problems, answers, wrong = {}, {}, {}
  local current = answers
  local quoted = 0
  for line in messages:gmatch("([^\n]*)\n") do
    if line:match("^script%-") or line:match("^✗ script%-") then current = problems end
    if line:match("^script%-%d+%.marble: ") then
      current = wrong
      -- The first line and two lines that quote that of a fence, which the file does not have.
      quoted = 3
    end
    if line:match("^✓") or line:match("^rxrepl: ") then current = nil end
    if line == "" and current ~= answers then
      current = answers
    elseif current then
      if quoted == 0 or quoted == 3 then current[#current + 1] = line end
      quoted = math.max(quoted - 1, 0)
    end
  end
  return problems, answers, wrong
end

local function unescaped(xml)
  return (xml:gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&quot;", '"'):gsub("&amp;", "&"))
end

function CodeBlock(block)
  local words = {}
  for _, class in ipairs(block.classes) do words[class:lower() == "marble" and "marble" or class] = true end
  if not words.marble or words.ignore then return nil end
  count = count + 1
  if words.new then earlier = {} end
  local options = ""
  for _, name in ipairs({ "theme", "width", "scale", "inner-limit" }) do
    local value = block.attributes[name] or (name == "theme" and not html and "light")
    if value then options = options .. " --" .. name .. "=" .. quote(value) end
  end
  local info = info_of(block)
  local svg, messages = run(block.text, "svg", options, info)
  if messages:match("^Error: ") then
    -- With a setting that is not valid, the script has not run.
    svg = ""
    _, messages = run(block.text, "svg", "", info)
  end
  local problems, answers, wrong = parts_of(messages)
  local failed = #problems > 0
  -- A script that was stopped must not run again before later ones.
  if not messages:find("error: stopped: ", 1, true) then
    earlier[#earlier + 1] = fence(block.text, (words.prompt and "prompt " or "") .. (failed and "hidden fails" or "hidden"))
  end
  if words.fails and not failed then
    problems = { "script-" .. count .. ".marble: error: nothing fails in this script" }
  end
  local expected = failed and words.fails and problems or {}
  if expected ~= problems then table.move(problems, 1, #problems, #wrong + 1, wrong) end
  local function joined(lines)
    local name = block.attributes.name
    return (table.concat(lines, "\n"):gsub("script%-%d+%.marble", function() return name end))
  end
  local message = joined(wrong)
  if message ~= "" then warn(message) end

  local result = {}
  if words.hidden then
    if message == "" then return {} end
  else
    if not words.drawing then result[1] = block end
    if svg ~= "" then
      local alt = block.attributes.alt or block.attributes.name
      local caption = block.attributes.caption
      -- Without the code block, the picture is the target of references.
      local id = words.drawing and block.identifier or ""
      if FORMAT == "plain" or FORMAT == "man" then
        if not failed then
          local text = ("\n" .. run(block.text, "plain", options, info)):gsub("\n✓ script%-[^\n]*", "")
          result[#result + 1] = pandoc.CodeBlock((text:gsub("^\n+", ""):gsub("%s+$", "")))
          answers = {}
        end
        if caption then result[#result + 1] = pandoc.Para({ pandoc.Str(caption) }) end
      elseif html then
        if alt then
          local title = "<title>" .. alt:gsub("&", "&amp;"):gsub("<", "&lt;") .. "</title>"
          svg = svg:gsub("<title>.-</title>", function() return title end, 1)
        end
        local text = caption and "<figcaption>" .. caption:gsub("&", "&amp;"):gsub("<", "&lt;") .. "</figcaption>\n" or ""
        result[#result + 1] = pandoc.RawBlock("html", '<figure class="marble"' ..
          (id == "" and "" or ' id="' .. id .. '"') .. ">\n" .. svg .. text .. "</figure>")
      else
        alt = alt or unescaped(svg:match("<title>(.-)</title>"))
        local picture = pandoc.Para({ pandoc.Image({ pandoc.Str(alt) }, add_picture(svg)) })
        result[#result + 1] = id == "" and picture or pandoc.Div({ picture }, pandoc.Attr(id))
        if caption then result[#result + 1] = pandoc.Para({ pandoc.Emph({ pandoc.Str(caption) }) }) end
      end
    end
  end
  local function show(text, class)
    if text ~= "" then result[#result + 1] = pandoc.CodeBlock(text, { class = class }) end
  end
  if not words.hidden then
    show(joined(expected), "marble-text")
    show(table.concat(answers, "\n"):gsub("%s+$", ""), "marble-text")
  end
  show(message, "marble-error")
  return result
end

-- Quarto: `:::marble` around a code block without a language.
function Div(div)
  if div.classes[1] ~= "marble" then return nil end
  local script = div.content[1]
  if #div.content == 1 and script.t == "CodeBlock" then
    script.classes = div.classes
    script.attributes = div.attributes
    return CodeBlock(script)
  end
end

-- A hidden script can be in a comment.
function RawBlock(block)
  if block.format ~= "html" or not block.text:match("^<!%-%-") then return nil end
  local result = { block }
  local script, marks, words
  for line in (block.text .. "\n"):gmatch("([^\n]*)\n") do
    if not marks then
      local opening, info = line:match("^%s*([`~][`~][`~]+)%s*(.*)$")
      words = {}
      for word in (info or ""):gmatch("[^%s{}.]+") do words[#words + 1] = word end
      if opening and words[1] and words[1]:lower() == "marble" and info:match("hidden") then
        script, marks = {}, opening
      end
    elseif line:match("^%s*" .. marks .. "[`~]*%s*$") then
      local shown = CodeBlock(pandoc.CodeBlock(table.concat(script, "\n"), pandoc.Attr("", words)))
      for _, message in ipairs(shown) do result[#result + 1] = message end
      marks = nil
    else
      script[#script + 1] = line
    end
  end
  return result
end

-- Blocks are drawn in the order of the document.
return { { traverse = "topdown", CodeBlock = CodeBlock, Div = Div, RawBlock = RawBlock } }
