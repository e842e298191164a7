# Draws the `marble` blocks of a document: asciidoctor -r ./marble.rb page.adoc
#
#   [marble]
#   ----
#   a = --1--2--|
#   a.map { $0 * 10 }
#   ----
#
# A block `[source,marble]` is drawn too. HTML gets the picture itself, and other formats get the image of a file in the folder of images.
require 'asciidoctor'
require 'asciidoctor/extensions'
require 'cgi'
require 'digest'
require 'open3'
require 'tmpdir'

class MarbleBlock < Asciidoctor::Extensions::BlockProcessor
  include Asciidoctor::Logging

  use_dsl
  named :marble
  on_contexts :listing, :literal, :open, :paragraph, :fenced_code
  parse_content_as :raw

  SETTINGS = %w[theme width scale inner-limit].freeze
  # The attributes that only this filter reads, or that have no effect here.
  OWN = %w[
    ignore-option hidden-option fails-option new-option svg file style language title cloaked-context attribute_entries marble-cursor
  ].freeze
  # The attributes that AsciiDoc has for code.
  CODE = %w[linenums linenums-option start highlight indent nowrap-option].freeze
  # A word with its value, in text where commas can be between words.
  WORD = /([^\s=,%]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s,]*)))?/.freeze
  # The beginning of an error, a warning or a failure.
  PLACE = /\A(✗ )?script\.marble:(\d+)(:\d+)?/.freeze

  # The fences of the earlier scripts of a document, whose names later ones use. A processor cannot change itself.
  EARLIER = {}.compare_by_identity
  private_constant :EARLIER

  def process(parent, reader, attributes)
    script = reader.lines.join("\n")
    add_positional(attributes)
    option = ->(name) { attributes.key?("#{name}-option") }
    html = parent.document.basebackend?('html')
    document = parent.document
    document = document.parent_document while document.nested?
    earlier = (EARLIER[document] ||= [])
    cursor = attributes['marble-cursor']
    place = place(cursor, line(document, reader.lines, cursor))
    listing = lambda do |names|
      shown = attributes.slice(*CODE).merge('style' => 'source', 'language' => 'marble')
      block = create_block(parent, :listing, script, shown, subs: :default)
      # The parser does this only for a block that an extension returns.
      found = Asciidoctor::Parser.catalog_callouts(script, parent.document)
      block.remove_sub(:callouts) unless found
      add(parent, block, names)
    end
    if option['ignore']
      listing.call(attributes)
      return nil
    end
    earlier.clear if option['new']

    settings = SETTINGS.select { |name| attributes[name] }.map { |name| "--#{name}=#{attributes[name]}" }
    settings << '--theme=light' unless html || attributes['theme']
    info = info(attributes)
    svg, output = run(script, earlier, settings, info)
    if output.start_with?('Error: ')
      # A setting is not valid, so the script has not run.
      svg = ''
      _, output = run(script, earlier, [], info)
    end
    # A line of dashes can be between the words and the script.
    above = attributes['cloaked-context'] == :paragraph ? 1 : 2
    messages, answers = messages(output, place, above)
    # Those about the words are above the script.
    wrong, messages = messages.partition { |number, _| number < 1 }
    failed = !messages.empty?
    # A script that was stopped must not run again before later ones.
    earlier << fence(script, "#{'prompt ' if option['prompt']}#{failed ? 'hidden fails' : 'hidden'}") unless output.include?('error: stopped: ')
    expected = failed && option['fails']
    messages = [[1, "#{place[1]}: error: nothing fails in this script"]] if option['fails'] && !failed
    (expected ? wrong : wrong + messages).each { |_, text| logger.warn(text) }

    # Without a picture, the script has the title and is the target of references.
    listing.call(svg.empty? ? attributes : {}) unless option['drawing'] || option['hidden']
    picture(parent, svg, attributes, html) unless svg.empty? || option['hidden']
    shown = messages.map { |_, text| [text, expected ? 'marble-text' : 'marble-error'] }
    shown.insert(expected ? -1 : 0, [answers, 'marble-text']) unless answers.empty?
    shown.concat(wrong.map { |_, text| [text, 'marble-error'] })
    shown.select! { |_, role| role == 'marble-error' } if option['hidden']
    shown.each { |text, role| parent << create_block(parent, :literal, text, { 'role' => role }, subs: [:specialcharacters]) }
    nil
  end

  private

  # Reads the attributes without a name as words: `[marble,hidden]` is `[marble%hidden]`.
  def add_positional(attributes)
    text = attributes.select { |name, _| name.is_a?(Integer) && name > 1 }.values.join(', ')
    text.scan(WORD) do |word, *values|
      value = values.compact.first
      attributes[value ? word : "#{word}-option"] ||= value || ''
    end
  end

  # Returns the other attributes, as in the first line of a fence. The program reports those that it does not know.
  def info(attributes)
    words = attributes.select { |name, _| name.is_a?(String) }.map { |name, value| [name.delete_suffix('-option'), name, value] }
    words.reject { |_, name, _| OWN.include?(name) }
         .map { |word, name, value| word == name ? %(#{word}="#{value.to_s.gsub(/[\\"]/) { "\\#{_1}" }.tr("\n", ' ')}") : word }
         .join(' ')
  end

  # Returns the line of the file with the first line of a script, or nothing if the file has other text there: a
  # condition or a directive in a block can change it.
  def line(document, lines, cursor)
    source = cursor.file ? File.readlines(cursor.file) : document.reader.source_lines
    found = source[cursor.lineno - 1, lines.size] || []
    cursor.lineno if found.map { |line| line.b.strip } == lines.map { |line| line.b.strip }
  rescue SystemCallError
    nil
  end

  # Returns a function that gives the place of a line of a script: its file, and its line if it is known.
  def place(cursor, line)
    ->(number) { line ? "#{cursor.path}:#{line + number - 1}" : cursor.path }
  end

  def picture(parent, svg, attributes, html)
    alt = attributes['alt'] || attributes['name'] || CGI.unescapeHTML(svg[%r{<title>(.*?)</title>}m, 1])
    shown = attributes.slice('role', 'align')
    if html
      escaped = alt.gsub('&', '&amp;').gsub('<', '&lt;')
      svg = svg.sub(%r{<title>.*?</title>}m) { "<title>#{escaped}</title>" }
      # An open block has the title and the role of the picture.
      block = create_block(parent, :open, nil, shown.merge('role' => ['marble', shown['role']].compact.join(' ')))
      block << create_block(block, :pass, svg.strip, {})
    else
      document = parent.document
      folder = document.attr('imagesoutdir') ||
               File.join(document.options[:to_dir] || document.attr('outdir') || document.base_dir, document.attr('imagesdir', ''))
      name = "marble-#{Digest::SHA256.hexdigest(svg)[0, 16]}.svg"
      FileUtils.mkdir_p(folder)
      File.write(File.join(folder, name), svg)
      block = create_image_block(parent, shown.merge('target' => name, 'alt' => alt))
    end
    add(parent, block, attributes)
    return unless attributes['caption']

    below = html ? block : parent
    below << create_block(below, :paragraph, attributes['caption'], { 'role' => 'marble-caption' }, subs: :default)
  end

  # Adds a block with the title and the identifier of these attributes.
  def add(parent, block, attributes)
    if attributes['title']
      block.title = attributes['title']
      block.assign_caption(nil)
    end
    if attributes['id']
      block.id = attributes['id']
      parent.document.register(:refs, [block.id, block])
    end
    parent << block
  end

  # Returns the picture and the messages of a script, which runs as a fence if it has words.
  def run(script, earlier, settings, info)
    Dir.mktmpdir('rxrepl') do |folder|
      File.write(File.join(folder, 'earlier.md'), earlier.join("\n"))
      name = info.empty? ? 'script.marble' : 'script.md'
      File.write(File.join(folder, name), info.empty? ? "#{script}\n" : fence(script, info))
      svg, output, = Open3.capture3('rxrepl', '--safe', '--color=never', '--format=svg', *settings, 'earlier.md', name,
                                    chdir: folder)
      output = output.force_encoding('UTF-8').gsub(/script\.md:(\d+)/) { "script.marble:#{$1.to_i - 1}" }
      [svg.force_encoding('UTF-8'), output]
    rescue Errno::ENOENT
      raise 'rxrepl is not in the PATH: install it, or add its folder'
    end
  end

  # Returns the messages with their lines in the script, each of which begins with its place, and the text that the
  # script prints, which a blank line separates from them. The words are a number of lines above the script.
  def messages(output, place, above)
    result = []
    answers = []
    inside = :answer
    quoted = 0
    output.each_line(chomp: true) do |text|
      if (beginning = PLACE.match(text))
        inside = :message
        # A problem with the words quotes the line of a fence, which the file does not have.
        quoted = beginning[2] == '0' ? 2 : 0
        number = beginning[2] == '0' ? 1 - above : beginning[2].to_i
        result << [number, "#{beginning[1]}#{place[number]}#{beginning.post_match}"]
      elsif text.start_with?('✓', 'rxrepl: ')
        inside = nil
      elsif text.empty? && inside != :answer
        inside = :answer
      elsif inside == :message && quoted.positive?
        quoted -= 1
      elsif inside == :message
        result.last[1] += "\n#{text}"
      elsif inside
        answers << text
      end
    end
    [result, answers.join("\n").rstrip]
  end

  def fence(script, words)
    # Words with a backtick can only be after tildes.
    mark = words.include?('`') ? '~' : '`'
    marks = mark * [3, *script.scan(/#{mark}+/).map { |run| run.size + 1 }].max
    "#{marks}marble #{words}\n#{script}\n#{marks}\n"
  end
end

# Adds the place of a script to the attributes of its block. An extension gets a reader that counts from 1.
module MarbleCursor
  def build_block(context, model, terminator, parent, reader, attributes, options = {})
    attributes['marble-cursor'] = reader.cursor if options[:extension]&.instance.is_a?(MarbleBlock)
    super
  end
end
Asciidoctor::Parser.singleton_class.prepend(MarbleCursor)

# Reads `[source%hidden,marble]` as `[marble%hidden]`, words in a comment above it as attributes, and a fence of Markdown
# below a blank line as one below `[marble]`, outside of blocks that show their text as it is.
class MarbleSource < Asciidoctor::Extensions::Preprocessor
  ATTRIBUTES = /\A\[(?:source)?([#.%][^,\]]*)?,\s*(?:language=)?"?marble"?(,\s*linenums)?(?=[,\]])/.freeze

  def process(_document, reader)
    delimiter = nil
    before = nil
    reader.lines.each do |line|
      if delimiter
        delimiter = nil if line == delimiter
      elsif line.match?(%r{\A(-{4,}|\.{4,}|\+{4,}|/{4,}|```)\z})
        delimiter = line
      elsif line.start_with?('```')
        delimiter = '```'
        if before&.empty? && line.casecmp?('```marble')
          before.replace('[marble]')
          line.replace('```')
        end
      else
        line.sub!(ATTRIBUTES) { "[marble#{$1}#{'%linenums' if $2}" }
        add_words(Regexp.last_match(1), line) if before =~ %r{\A//\s*marble\s+(.*)}i
      end
      before = line
    end
    reader
  end

  # Adds the words of a comment to the attributes below it.
  def add_words(words, line)
    return unless line.match?(/\A\[marble\b.*\]\z/)

    values, options = words.scan(/([^\s=]+)(=(?:"[^"]*"|'[^']*'|\S*))?/).partition(&:last)
    line.sub!(/\A\[marble([^,\]]*)/) { "[marble#{$1}#{options.map { |name, _| "%#{name}" }.join}" }
    line.sub!(/\]\z/) { "#{values.map { |name, value| ",#{name}#{value}" }.join}]" }
  end
end

Asciidoctor::Extensions.register do
  preprocessor MarbleSource
  block MarbleBlock
end
