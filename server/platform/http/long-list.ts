import { setImmediate as otherCalls } from 'node:timers/promises'
import { z } from 'zod'

const rowsPerChunk = 1_000

/** The list in a body that may be long: the schema of everything around its rows, and the schema of some rows. */
export type LongList = { field: string; around: z.ZodObject; rows: z.ZodArray }

export function longListOf(body: z.ZodObject): LongList | null {
  for (const [field, list] of Object.entries(body.shape)) {
    if (!(list instanceof z.ZodArray)) continue
    // Safe because the checks of a list, such as how long it may be, are made for lists.
    const checks = (list.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]
    const anyRows = z.array(z.unknown()).check(...checks)
    return { field, around: body.extend({ [field]: anyRows }), rows: z.array(list.element) }
  }
  return null
}

/**
 * Checks a body as its schema does, some rows at a time: other calls get their turn in between, and nothing is looked
 * at beyond the first rows that are wrong.
 */
export async function validateLongList({ field, around, rows }: LongList, body: unknown): Promise<object> {
  const frame = parsedOrThrow(around.safeParse(body), (path) => path)
  const sent = z.array(z.unknown()).parse(frame[field])
  const checked: unknown[] = []
  for (let start = 0; start < sent.length; start += rowsPerChunk) {
    const some = rows.safeParse(sent.slice(start, start + rowsPerChunk))
    checked.push(...parsedOrThrow(some, ([index, ...path]) => [field, start + Number(index), ...path]))
    await otherCalls()
  }
  return { ...frame, [field]: checked }
}

/** What is wrong is thrown in the form in which Fastify tells of a body that its schema refuses. */
function parsedOrThrow<T>(result: z.ZodSafeParseResult<T>, placeOf: (path: PropertyKey[]) => PropertyKey[]): T {
  if (result.success) return result.data
  const validation = result.error.issues.map(({ path, message }) => ({
    instancePath: `/${placeOf(path).join('/')}`,
    message,
  }))
  throw Object.assign(new Error('The body is not valid'), { validation, validationContext: 'body' })
}
