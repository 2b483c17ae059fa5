import { z } from 'zod'
import type { Fault, Faults } from './faults.ts'
import { jsonReply, type Received, type Reply } from './http.ts'
import { createRouter } from './router.ts'

/** One command of a control plane, in JSON. */
export type Command<Emulator> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/_control/${string}`
  answer(call: CommandCall<Emulator>): object | Promise<object>
}

export type CommandCall<Emulator> = { emulator: Emulator; params: Record<string, string>; body: unknown }

export const controlPath = '/_control/'

class BadCommand extends Error {}

export function readCommand<T>(schema: z.ZodType<T>, { body }: { body: unknown }): T {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadCommand(`${issue?.path.join('.') || 'The body'}: ${issue?.message}`)
}

/** Creates a control plane, with which tests set up and disturb an emulator. */
export function createControl<Emulator extends { scheduleSave(): void }>(commands: readonly Command<Emulator>[]) {
  const find = createRouter(commands)
  return async (emulator: Emulator, received: Received): Promise<Reply> => {
    if (isFromPage(received)) return jsonReply(403, { error: 'Pages in a browser give no orders here.' })
    const route = find(received.method, received.path)
    if (!route) return jsonReply(404, { error: `There is no ${received.method} ${received.path}.` })
    try {
      const answer = await route.target.answer({ emulator, params: route.params, body: parseJson(received) })
      if (received.method !== 'GET') emulator.scheduleSave()
      return jsonReply(200, answer)
    } catch (error) {
      if (!(error instanceof BadCommand)) throw error
      return jsonReply(400, { error: error.message })
    }
  }
}

/** CSRF protection: pages send an Origin. Other hosts were refused before (`answerRequests`). */
const isFromPage = ({ headers: { origin } }: Received) => origin !== undefined

function parseJson({ body }: Received): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new BadCommand('The body must be JSON.')
  }
}

/** Commands that list, add and clear faults. */
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
