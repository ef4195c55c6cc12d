import temml from 'temml'
import { h, type VNode } from 'vue'

const TAGS: ReadonlySet<string> = new Set(
  (
    'annotation math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup ' +
    'mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
)
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize ' +
    'minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
)

/** A formula as MathML, of known elements only; undefined when it cannot be read. */
export function drawFormula(tex: string, display: boolean): VNode | undefined {
  try {
    const markup = temml.renderToString(tex, { displayMode: display, throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 20] })
    // A document of its own: it loads nothing and runs nothing.
    const root = new DOMParser().parseFromString(markup, 'text/html').querySelector('math')
    return root ? drawn(root) : undefined
  } catch {
    // Not a formula after all: the reader gets what was written.
    return undefined
  }
}

function drawn(element: Element): VNode | undefined {
  const tag = element.localName
  // An annotation repeats the source for machines.
  if (!TAGS.has(tag) || tag === 'annotation') return undefined
  const attributes = Object.fromEntries([...element.attributes].flatMap(({ name, value }) => (ATTRIBUTES.has(name) ? [[name, value]] : [])))
  const children = [...element.childNodes].flatMap((node) => {
    if (node instanceof Element) return drawn(node) ?? []
    return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : []
  })
  return h(tag, attributes, children)
}
