const momentPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A moment in ISO 8601; without a zone it is in UTC. Undefined when it is none. */
export function parseMoment(text: string): Date | undefined {
  if (!momentPattern.test(text)) return undefined
  const moment = new Date(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

export const secondsAfter = (moment: Date | string, seconds: number): string =>
  new Date(new Date(moment).getTime() + seconds * 1000).toISOString()

/** By code units, as moments in ISO 8601 want it; the same everywhere, whatever the machine's language. */
export const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
