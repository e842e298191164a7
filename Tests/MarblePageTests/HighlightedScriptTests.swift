import MarblePage
import Testing

struct HighlightedScriptTests {
  @Test func eachTokenHasItsClass() {
    let expected = """
      <pre class="marble"><span class="name">a</span> <span class="punctuation">=</span> \
      <span class="tick">--</span><span class="value">1</span><span class="end">|</span>  \
      <span class="comment">// &lt;&amp;&gt;</span></pre>

      """
    #expect(HighlightedScript("a = --1|  // <&>").html == expected)
    #expect(HighlightedScript("").html == "<pre class=\"marble\"></pre>\n")
  }
}
