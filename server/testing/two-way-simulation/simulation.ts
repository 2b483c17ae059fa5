import { expect } from 'vitest'
import type { Fault } from '#emulators/amazon/faults/faults.ts'
import {
  countInLockstep,
  editAmazon,
  editLockstep,
  type Field,
  isOthersWorkOpen,
  isOurWorkOpen,
  readAmazon,
  readLockstep,
  sellAtAmazon,
} from './both-sides.ts'
import { attemptSync, type ConnectedSeller, type Crash, sync } from './fixture.ts'

/** What may happen to a SKU, to the time and to a sync. */
export type Step =
  | { does: 'edit here' | 'edit there'; sku: string; field: Field; value: string }
  | { does: 'count here' | 'sell there'; sku: string; units: number }
  | { does: 'wait'; seconds: number }
  | { does: 'sync'; fault: Fault | null; kill: Crash | null }

/** What has happened between a company and a seller so far. */
export type Simulation = ConnectedSeller & {
  lastEdits: LastEdits
  /** Whether a sync has begun and not come to its end. */
  isOpen: boolean
}

export const beginSimulation = (connected: ConnectedSeller): Simulation => ({
  ...connected,
  lastEdits: new LastEdits(),
  isOpen: false,
})

const secondsBetweenSteps = 10

export async function applyStep(simulation: Simulation, step: Step): Promise<void> {
  const { clock } = simulation.amazon
  clock.advance(secondsBetweenSteps * 1000)
  switch (step.does) {
    case 'wait':
      return clock.advance(step.seconds * 1000)
    case 'sync':
      return trySync(simulation, step)
    case 'count here':
      return countInLockstep(simulation, step.sku, step.units)
    case 'sell there':
      if (await sellAtAmazon(simulation, step.sku, step.units)) simulation.lastEdits.touch(step.sku)
      return
    case 'edit here':
    case 'edit there':
      return edit(simulation, step)
  }
}

async function trySync(simulation: Simulation, { fault, kill }: Extract<Step, { does: 'sync' }>): Promise<void> {
  const { lastEdits, amazon } = simulation
  lastEdits.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(simulation, sku), !simulation.isOpen)
  simulation.isOpen = !(await attemptSync(simulation, { fault, kill }))
  lastEdits.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(simulation, sku), false)
  if (!simulation.isOpen) lastEdits.end()
}

async function edit(
  simulation: Simulation,
  { does, sku, field, value }: Extract<Step, { field: Field }>,
): Promise<void> {
  const around = {
    now: simulation.amazon.clock.now(),
    isSyncOpen: simulation.isOpen,
    isOurWorkOpen: isOurWorkOpen(simulation, sku),
    isOthersWorkOpen: isOthersWorkOpen(simulation, sku),
  }
  const side = does === 'edit here' ? 'here' : 'there'
  await (side === 'here' ? editLockstep : editAmazon)(simulation, sku, field, value)
  simulation.lastEdits.write(sku, field, side, value, around)
}

const mostRounds = 12

/** Longer than Lockstep waits for something that it has sent several times already. */
const pauseMilliseconds = 5 * 3_600_000

/** Without new edits, sync after sync until there was nothing to do, twice. */
export async function syncUntilQuiet(simulation: Simulation): Promise<void> {
  let quiet = 0
  for (let round = 0; quiet < 2; round += 1) {
    if (round === mostRounds) throw new Error('The two sides do not settle')
    simulation.amazon.clock.advance(pauseMilliseconds)
    quiet = (await sync(simulation)) === 0 ? quiet + 1 : 0
  }
}

/** Both sides are equal, and what was surely written last stands. Answers how often that was sure. */
export async function expectEqualSides(simulation: Simulation, sku: string, fields: readonly Field[]): Promise<number> {
  const [here, there] = [await readLockstep(simulation, sku), readAmazon(simulation, sku)]
  expect({ sku, quantity: there.quantity }).toEqual({ sku, quantity: here.quantity })
  let sure = 0
  for (const field of fields) {
    expect({ sku, [field]: there[field] }).toEqual({ sku, [field]: here[field] })
    const word = simulation.lastEdits.of(sku, field)
    if (word === undefined) continue
    sure += 1
    expect({ sku, [field]: here[field] }, 'the last edit stays').toEqual({ sku, [field]: word })
  }
  return sure
}

type LastEdit = {
  side: 'here' | 'there'
  value: string
  /** Whether it can be told from outside that nobody wrote later: then it must be what stays. */
  isSure: boolean
  /** Whether the sync that is under way has begun with it. */
  isInSync: boolean
}

/** What is going on with a SKU while a word is written. */
export type Circumstances = {
  now: Date
  isSyncOpen: boolean
  /** Whether Amazon still works on an edit of ours, or of others, to the listing. */
  isOurWorkOpen: boolean
  isOthersWorkOpen: boolean
}

/**
 * For so long a value that was sent may show up at Amazon, and until a later sync has seen it there: who writes the same
 * is taken for our echo.
 */
const echoMilliseconds = 16 * 60_000

/** What may have been sent, when last, and whether a sync that began after it looks or has looked. */
type SentValue = { at: number; isLookedFor: boolean; isSeen: boolean }

const separator = '\t'

const keyOf = (...parts: string[]) => parts.join(separator)

/**
 * Who wrote a field last. Amazon tells when a listing changed, not which field of it, and can't be told to write only
 * if nobody else has: where two writers meet within one sync, it is enough that both sides end with the same.
 */
class LastEdits {
  private readonly words = new Map<string, LastEdit>()
  /** What was written at Amazon and no completed sync has seen. */
  private readonly unseen = new Map<string, LastEdit>()
  private readonly sent = new Map<string, SentValue>()

  write(sku: string, field: Field, side: LastEdit['side'], value: string, around: Circumstances): void {
    const key = keyOf(sku, field)
    const isSure = side === 'here' ? this.isSureHere(key, around) : this.isSureThere(key, value, around)
    if (side === 'there') this.touch(sku)
    const word: LastEdit = { side, value, isSure, isInSync: false }
    this.words.set(key, word)
    if (side === 'there') this.unseen.set(key, word)
    if (side === 'here') Object.assign(this.sent.get(keyOf(key, value)) ?? {}, { isLookedFor: false, isSeen: false })
  }

  /** Others change the listing: where they wrote before us, their word may now seem to be the later one. */
  touch(sku: string): void {
    for (const [key, word] of this.words) {
      if (key.startsWith(keyOf(sku, '')) && word.side === 'here' && this.unseen.has(key)) word.isSure = false
    }
  }

  /**
   * A sync begins or goes on: what was written here may be sent. What others wrote and Amazon still has in its queue
   * can't be seen yet, and what is sent now comes after it.
   */
  attempt(now: Date, isOthersWorkOpen: (sku: string) => boolean, isBeginning: boolean): void {
    if (isBeginning) for (const sent of this.sent.values()) sent.isLookedFor = true
    for (const [key, word] of [...this.words, ...this.unseen]) {
      const isHidden = word.side === 'there' && isOthersWorkOpen(key.split(separator)[0] ?? '')
      if (word.side === 'here') this.recordSent(keyOf(key, word.value), now)
      if (isHidden) word.isSure = false
      if (isBeginning) word.isInSync = !isHidden
    }
  }

  /** A sync has come to its end. */
  end(): void {
    for (const [key, word] of this.unseen) if (word.isInSync) this.unseen.delete(key)
    for (const sent of this.sent.values()) sent.isSeen ||= sent.isLookedFor
  }

  /** What a field must be; undefined where that can't be told from outside. */
  of(sku: string, field: Field): string | undefined {
    const word = this.words.get(keyOf(sku, field))
    return word?.isSure ? word.value : undefined
  }

  private isSureHere(key: string, { isSyncOpen, isOurWorkOpen, isOthersWorkOpen }: Circumstances): boolean {
    const isAlone = !this.unseen.has(key)
    return !isOthersWorkOpen && (isAlone || !(isSyncOpen || isOurWorkOpen))
  }

  private isSureThere(key: string, value: string, { now, isSyncOpen }: Circumstances): boolean {
    const sent = this.sent.get(keyOf(key, value))
    return !isSyncOpen && (!sent || (sent.isSeen && now.getTime() - sent.at > echoMilliseconds))
  }

  private recordSent(key: string, now: Date): void {
    const before = this.sent.get(key)
    if (before) before.at = now.getTime()
    else this.sent.set(key, { at: now.getTime(), isLookedFor: false, isSeen: false })
  }
}
