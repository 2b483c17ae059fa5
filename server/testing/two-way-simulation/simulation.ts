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

/** A random step: an edit on either side, time passing, or a sync. */
export type Step =
  | { does: 'edit here' | 'edit there'; sku: string; field: Field; value: string }
  | { does: 'count here' | 'sell there'; sku: string; units: number }
  | { does: 'wait'; seconds: number }
  | { does: 'sync'; fault: Fault | null; kill: Crash | null }

/** The state of a simulation. */
export type Simulation = ConnectedSeller & {
  lastEdits: LastEdits
  /** Whether a sync has started and not completed. */
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

/** Longer than the longest back-off of Lockstep for a change it has sent several times. */
const pauseMilliseconds = 5 * 3_600_000

/** Syncs without new edits until two syncs in a row change nothing. */
export async function syncUntilQuiet(simulation: Simulation): Promise<void> {
  let quiet = 0
  for (let round = 0; quiet < 2; round += 1) {
    if (round === mostRounds) throw new Error('The two sides do not settle')
    simulation.amazon.clock.advance(pauseMilliseconds)
    quiet = (await sync(simulation)) === 0 ? quiet + 1 : 0
  }
}

/** Asserts that both sides are equal and that the known last edit won; returns for how many fields the last edit is known. */
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
  /** Whether it is certainly the last edit; then it must win. */
  isSure: boolean
  /** Whether the running sync started with it. */
  isInSync: boolean
}

/** The circumstances of an edit. */
export type Circumstances = {
  now: Date
  isSyncOpen: boolean
  /** Whether an edit by us, or by others, is still queued at Amazon. */
  isOurWorkOpen: boolean
  isOthersWorkOpen: boolean
}

/**
 * How long a sent value may appear at Amazon; until a later sync has seen it there, the same value written by others counts as our
 * echo.
 */
const echoMilliseconds = 16 * 60_000

/** A value that may have been sent: when last, and whether a later sync checks or has checked it. */
type SentValue = { at: number; isLookedFor: boolean; isSeen: boolean }

const separator = '\t'

const keyOf = (...parts: string[]) => parts.join(separator)

/**
 * Model of the last edit per field. Amazon reports when a listing changed, not which field, and has no conditional writes: where two
 * edits meet within one sync, it is enough that both sides end up equal.
 */
class LastEdits {
  private readonly words = new Map<string, LastEdit>()
  /** Edits at Amazon that no completed sync has seen. */
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

  /** Others change the listing: an earlier edit of theirs may now look newer than ours. */
  touch(sku: string): void {
    for (const [key, word] of this.words) {
      if (key.startsWith(keyOf(sku, '')) && word.side === 'here' && this.unseen.has(key)) word.isSure = false
    }
  }

  /**
   * A sync starts or continues: edits made here may be sent. Edits of others that Amazon still queues are invisible, and what is sent
   * now comes after them.
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

  /** A sync has completed. */
  end(): void {
    for (const [key, word] of this.unseen) if (word.isInSync) this.unseen.delete(key)
    for (const sent of this.sent.values()) sent.isSeen ||= sent.isLookedFor
  }

  /** The value a field must have; undefined where the last edit is uncertain. */
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
