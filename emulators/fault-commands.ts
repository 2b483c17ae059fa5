import { z } from 'zod'
import { readCommand, type Command } from './control.ts'
import type { Fault, Faults } from './faults.ts'

/** Tells a stand-in what is to go wrong; the service's own word for where is optional. */
export function faultCommands<Kind extends string, Emulator extends { faults: Faults<Kind> }>(
  kinds: readonly [Kind, ...Kind[]],
): Command<Emulator>[] {
  const NewFault: z.ZodType<Fault<Kind>> = z.strictObject({
    kind: z.enum(kinds),
    operation: z.string().exactOptional(),
    next: z.int().positive().exactOptional(),
    after: z.int().min(0).exactOptional(),
  })
  const path = '/_control/faults'
  return [
    { method: 'GET', path, answer: ({ emulator }) => ({ faults: emulator.faults.read() }) },
    {
      method: 'POST',
      path,
      answer(call) {
        call.emulator.faults.add(readCommand(NewFault, call))
        return { faults: call.emulator.faults.read() }
      },
    },
    {
      method: 'DELETE',
      path,
      answer({ emulator }) {
        emulator.faults.clear()
        return { faults: [] }
      },
    },
  ]
}
