import type { z } from 'zod'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Operation } from './operation.ts'

/** Where the answer differs from what we know, without the answer's own words. */
export class UnknownShape extends Error {
  constructor(operation: string, { issues }: z.ZodError) {
    const [first] = issues
    super(`${operation}: ${first?.path.join('.') || 'the whole'} (${first?.code ?? 'unknown'})`)
    this.name = 'UnknownShape'
  }
}

/** What Amazon answered, checked. */
export function readAnswer<Wire extends z.ZodType>(
  { name, wire }: { name: string; wire: Wire },
  answer: unknown,
): z.output<Wire> {
  const parsed = wire.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new UnknownShape(name, parsed.error)
}

/** Asking again would bring the same answer; but of a write it is known only that Amazon took it. */
export function refuseShape(shape: UnknownShape, { isRepeatable }: Pick<Operation, 'isRepeatable'>): Error {
  const meaning = `Amazon answered in a way that Lockstep does not know (${shape.message}).`
  if (!isRepeatable) return new Unavailable(meaning, { mayHaveHappened: true })
  const remedy = 'Whoever runs Lockstep must look into it.'
  return new Rejected(`${meaning} ${remedy}`, { code: 'unknown_shape', whoActs: 'lockstep', remedy })
}
