const longestJson = 100_000
const longestMessage = 2_000

/**
 * What the queue can keep of a job's result. One that PostgreSQL refuses (NUL, half of a surrogate pair), that is no
 * JSON or that is endless would leave a job that is done looking undone, and it would be done again.
 */
export function storableResult(result: object | void): object {
  try {
    const json = withoutUnstorable(JSON.stringify(result ?? {}))
    if (json.length <= longestJson) return JSON.parse(json) as object
    return { note: 'The result was too long to keep.' }
  } catch {
    return { note: 'The result could not be kept.' }
  }
}

export function storableMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, longestMessage).toWellFormed()
}

/** In JSON both stand as escapes; every other escape, an escaped backslash above all, is passed over as it is. */
function withoutUnstorable(json: string): string {
  return json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    /^\\u(0000|d)/.test(escape) ? '\uFFFD' : escape,
  )
}
