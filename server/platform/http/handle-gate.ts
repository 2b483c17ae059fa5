/*
 * Strangers name a company by a public handle: the hash of an API key, or the id of a channel. Each look-up of a handle is a
 * statement, so a stranger who guesses must not be able to ask for many, and many shops share an address (a hosting company, a
 * shop platform), so a neighbor's wrong keys must not shut out a good one. The gate decides which handles are looked up:
 *
 * - A handle that was found in this process before is always looked up. Nothing is answered from memory: a revoked key ends at once.
 * - Any other handle is looked up while its client network has refusals left (60 in 15 minutes), a few at a time, so that a burst is
 *   counted before it is looked up.
 * - Once the network has none left, a handle is looked up only if it may exist. The fingerprints of all handles (4 bytes each) tell;
 *   they are read in one statement when first needed, and at most every ten seconds. So a good key passes although its network is
 *   over the limit, after a restart and in every process, and a made-up one is answered 429 without a look-up.
 * - A handle that exists but was refused (revoked, company deactivated) is not looked up again for a minute while its network is
 *   over the limit. Below the limit refusals are not remembered: a key works from the moment it is created or activated.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

/** Looks up a handle with `find`. Null when there is none, which is counted; throws 429 when the client network had too many. */
export type HandleGate = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: string,
  find: () => Promise<T | null>,
) => Promise<T | null>

type GateParts = {
  http: Pick<FastifyInstance, 'attempt' | 'countRefusal'>
  clock: Clock
  /** The first 4 bytes of the SHA-256 of every handle, one after the other. */
  readFingerprints(): Promise<Buffer>
}

/** Bounds memory; the oldest is forgotten first. */
const maxRemembered = 100_000

const refusedForMs = 60_000

export function createHandleGate({ http, clock, readFingerprints }: GateParts): HandleGate {
  const found = new Map<string, true>()
  const refused = new Map<string, number>()
  const mayExist = createFingerprints({ clock, readFingerprints })

  const lookUp: HandleGate = async (request, reply, handle, find) => {
    const result = await find()
    if (result !== null) {
      remember(found, handle, true)
      return result
    }
    found.delete(handle)
    remember(refused, handle, clock.now().getTime() + refusedForMs)
    await http.countRefusal(request, reply)
    return null
  }

  return (request, reply, handle, find) => {
    if (found.has(handle)) return lookUp(request, reply, handle, find)
    const wasRefused = () => (refused.get(handle) ?? 0) > clock.now().getTime()
    const isExempt = async () => !wasRefused() && (await mayExist(handle))
    return http.attempt(request, reply, () => lookUp(request, reply, handle, find), { isExempt })
  }
}

function remember<Value>(memory: Map<string, Value>, handle: string, value: Value): void {
  memory.delete(handle)
  const [oldest] = memory.size < maxRemembered ? [] : memory.keys()
  if (oldest !== undefined) memory.delete(oldest)
  memory.set(handle, value)
}

const fingerprintBytes = 4

const fingerprintOf = (handle: string) => createHash('sha256').update(handle).digest().readUInt32BE(0)

const readEveryMs = 10_000

/** Whether a handle may exist. A false yes (one in millions) costs a look-up; a handle made in the last ten seconds may be missing. */
function createFingerprints({ clock, readFingerprints }: Pick<GateParts, 'clock' | 'readFingerprints'>) {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<ReadonlySet<number>> = Promise.resolve(new Set<number>())
  const read = async () => {
    const bytes = await readFingerprints()
    const count = Math.floor(bytes.length / fingerprintBytes)
    return new Set(Array.from({ length: count }, (_, place) => bytes.readUInt32BE(place * fingerprintBytes)))
  }
  return async (handle: string): Promise<boolean> => {
    const now = clock.now().getTime()
    if (now - readAt >= readEveryMs) {
      readAt = now
      reading = read().catch((error: unknown) => {
        readAt = Number.NEGATIVE_INFINITY
        throw error
      })
    }
    return (await reading).has(fingerprintOf(handle))
  }
}
