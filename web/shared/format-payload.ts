/** Larger or deeper payloads are not formatted: indenting them would block the browser. */
const longestFormatted = 200_000
const deepestFormatted = 40

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Pretty-prints JSON and returns anything else unchanged. Works on tokens, because JSON.parse would round long numbers.
 */
export function formatPayload(payload: string): string {
  if (payload.length > longestFormatted || !isJson(payload)) return payload
  const all = payload.match(tokens) ?? []
  const lines: string[] = []
  let line = ''
  let depth = 0

  const endLine = () => {
    lines.push(line)
    line = '  '.repeat(depth)
  }

  for (const [index, token] of all.entries()) {
    const isEmpty = isOpening(token) && isClosing(all[index + 1])
    if (isClosing(token) && !isOpening(all[index - 1])) {
      depth -= 1
      endLine()
    }
    line += token === ':' ? ': ' : token
    if (token === ',') endLine()
    if (isOpening(token) && !isEmpty) {
      depth += 1
      if (depth > deepestFormatted) return payload
      endLine()
    }
  }
  return [...lines, line].join('\n')
}

const isOpening = (token: string | undefined) => token === '{' || token === '['
const isClosing = (token: string | undefined) => token === '}' || token === ']'

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
