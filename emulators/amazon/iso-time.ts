const momentPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Parses ISO 8601, in UTC when it has no zone. Undefined when invalid. */
export function parseMoment(text: string): Date | undefined {
  if (!momentPattern.test(text)) return undefined
  const moment = new Date(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

export const secondsAfter = (moment: Date | string, seconds: number): string =>
  new Date(new Date(moment).getTime() + seconds * 1000).toISOString()

/** Compares by code units: chronological for ISO 8601, and independent of the locale. */
export const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
