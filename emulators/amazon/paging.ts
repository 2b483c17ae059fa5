import { invalidInput } from './refusal.ts'

/** What a token remembers: after which row to go on, and whatever else the question was about. */
export type Place = { after: string; of?: string }

const writeToken = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

export function readToken(token: string): Place {
  try {
    const place = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<Place> | null
    if (typeof place?.after === 'string') return { ...place, after: place.after }
  } catch {
    // Falls through to the same answer as a token of another shape.
  }
  throw invalidInput('The value of NextToken is invalid.')
}

/** The rows after a place, in their order, and the token for those after them. */
export function takePage<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  size: number,
  place: Place | undefined,
  of?: string,
): { page: Row[]; nextToken: string | undefined } {
  const start = place ? rows.findIndex((row) => keyOf(row) === place.after) + 1 : 0
  if (place && start === 0) throw invalidInput('The value of NextToken is invalid.')
  const page = rows.slice(start, start + size)
  const last = page.at(-1)
  const isMore = last !== undefined && start + size < rows.length
  return { page, nextToken: isMore ? writeToken({ after: keyOf(last), ...(of ? { of } : {}) }) : undefined }
}
