import { Fragment, type ReactNode } from 'react'

type Part = ReactNode | ((words: ReactNode) => ReactNode)

/**
 * A translated sentence with elements in it: `rich(t('Sent {when}. <link>Show it</link>'), { when: <RelativeTime …/>, link: showLink })`, where
 * `showLink` makes the link of its words.
 * What people typed is given here and not to `t`, where it could look like one of the parts.
 */
export function rich(text: string, parts: Readonly<Record<string, Part>>): ReactNode {
  const pieces: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gs)) {
    const [whole, tag, words = '', place = ''] = found
    const part = parts[tag ?? place]
    pieces.push(text.slice(at, found.index), typeof part === 'function' ? part(rich(words, parts)) : part)
    at = found.index + whole.length
  }
  pieces.push(text.slice(at))
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>)
}
