import type { z } from 'zod'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Operation } from './operation.ts'

/**
 * Says where an answer differs from what we know, without the answer's own words. Asking again would bring the same; but of
 * a write it is known only that Amazon took it.
 */
export function unknownShapeError(
  { name, isRepeatable }: Pick<Operation, 'name' | 'isRepeatable'>,
  { issues: [first] }: z.ZodError,
): Error {
  const where = `${name}: ${first?.path.join('.') || 'the whole'} (${first?.code ?? 'unknown'})`
  const meaning = `Amazon answered in a way that Lockstep does not know (${where}).`
  if (!isRepeatable) return new Unavailable(meaning, { mayHaveHappened: true })
  const remedy = 'Whoever runs Lockstep must look into it.'
  return new Rejected(`${meaning} ${remedy}`, { code: 'unknown_shape', whoActs: 'lockstep', remedy })
}
