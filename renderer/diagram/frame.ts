import mermaid, { type MermaidConfig } from 'mermaid'
import { LONGEST_DIAGRAM, type DiagramAnswer, type DiagramAsk } from '../lib/diagram-frame.ts'

// Runs in a frame without our origin, under the policy of `core/platform/page.ts`: it reaches nothing, whatever a diagram brings along.

const FIXED: MermaidConfig = {
  startOnLoad: false,
  securityLevel: 'strict',
  // Labels are text of the picture, never HTML in it.
  htmlLabels: false,
  maxTextSize: LONGEST_DIAGRAM,
  maxEdges: 300,
  suppressErrorRendering: true,
  logLevel: 'fatal',
  fontFamily: 'system-ui, sans-serif',
}
/** What the directives of a diagram may not set. */
const SECURE = [...Object.keys(FIXED), 'secure', 'theme', 'themeCSS', 'themeVariables', 'flowchart', 'dompurifyConfig']

const place = document.createElement('main')
const size = new ResizeObserver(sayHeight)

addEventListener('message', ({ source, data }: MessageEvent<DiagramAsk>) => {
  if (source === parent) void draw(data)
})

async function draw({ source, theme }: DiagramAsk): Promise<void> {
  size.disconnect()
  document.documentElement.style.colorScheme = theme
  mermaid.initialize({ ...FIXED, theme: theme === 'dark' ? 'dark' : 'neutral', secure: SECURE })
  try {
    const { svg } = await mermaid.render('diagram', source)
    place.innerHTML = svg
    for (const link of place.querySelectorAll('a')) link.replaceWith(withoutAddress(link))
    document.body.replaceChildren(place)
    // At once: in a frame that nobody sees yet the observer may wait.
    sayHeight()
    size.observe(place)
  } catch (error) {
    document.body.replaceChildren()
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}

/** A link's place in the picture; even a harmless one would put another page into the frame. */
function withoutAddress(link: Element): Element {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  for (const name of ['class', 'id', 'style', 'transform']) group.setAttribute(name, link.getAttribute(name) ?? '')
  group.append(...link.childNodes)
  return group
}

function sayHeight(): void {
  say({ kind: 'drawn', height: place.getBoundingClientRect().height })
}

function say(answer: DiagramAnswer): void {
  parent.postMessage(answer, '*')
}
