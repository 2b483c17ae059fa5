type Entry = { level?: unknown; time?: unknown; msg?: unknown; err?: { message?: unknown } }

const shown: Record<string, string> = { warn: 'warning', error: 'error', fatal: 'error' }

/** A structured log line for the terminal, or nothing when it is of no concern there. What is no such line is shown as it is. */
export function readableProblem(line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return line
  const word = shown[String(entry.level)]
  return word && `${clock(entry.time)} ${word}: ${message(entry)}`
}

export function readable(line: string): string {
  const entry = parse(line)
  return entry ? `${clock(entry.time)} ${message(entry)}` : line
}

function message({ msg, err }: Entry): string {
  const parts = [msg, err?.message].filter((part) => typeof part === 'string' && part !== '')
  return [...new Set(parts)].join(': ')
}

function clock(time: unknown): string {
  const date = new Date(typeof time === 'number' ? time : String(time))
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString([], { hourCycle: 'h23' })
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
