import { expect } from 'vitest'
import type { Fault } from '#emulators/amazon/faults/faults.ts'
import { LastWords } from './last-word.ts'
import {
  countHere,
  editHere,
  editThere,
  isOthersWorkOpen,
  isOurWorkOpen,
  readHere,
  readThere,
  sellThere,
  type Field,
} from './two-way-sides.ts'
import { attemptSync, sync, type ConnectedSeller, type Kill } from './two-way-world.ts'

/** What may happen to a SKU, to the time and to a sync. */
export type Step =
  | { does: 'edit here' | 'edit there'; sku: string; field: Field; value: string }
  | { does: 'count here' | 'sell there'; sku: string; units: number }
  | { does: 'wait'; seconds: number }
  | { does: 'sync'; fault: Fault | null; kill: Kill | null }

/** What has happened between a company and a seller so far. */
export type Play = ConnectedSeller & {
  words: LastWords
  /** Whether a sync has begun and not come to its end. */
  isOpen: boolean
}

export const beginPlay = (connected: ConnectedSeller): Play => ({ ...connected, words: new LastWords(), isOpen: false })

const secondsBetweenSteps = 10

export async function takeStep(play: Play, step: Step): Promise<void> {
  const { clock } = play.amazon
  clock.advance(secondsBetweenSteps * 1000)
  switch (step.does) {
    case 'wait':
      return clock.advance(step.seconds * 1000)
    case 'sync':
      return trySync(play, step)
    case 'count here':
      return countHere(play, step.sku, step.units)
    case 'sell there':
      if (await sellThere(play, step.sku, step.units)) play.words.touch(step.sku)
      return
    case 'edit here':
    case 'edit there':
      return edit(play, step)
  }
}

async function trySync(play: Play, { fault, kill }: Extract<Step, { does: 'sync' }>): Promise<void> {
  const { words, amazon } = play
  words.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(play, sku), !play.isOpen)
  play.isOpen = !(await attemptSync(play, { fault, kill }))
  words.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(play, sku), false)
  if (!play.isOpen) words.end()
}

async function edit(play: Play, { does, sku, field, value }: Extract<Step, { field: Field }>): Promise<void> {
  const around = {
    now: play.amazon.clock.now(),
    isSyncOpen: play.isOpen,
    isOurWorkOpen: isOurWorkOpen(play, sku),
    isOthersWorkOpen: isOthersWorkOpen(play, sku),
  }
  const side = does === 'edit here' ? 'here' : 'there'
  await (side === 'here' ? editHere : editThere)(play, sku, field, value)
  play.words.write(sku, field, side, value, around)
}

const mostRounds = 12
/** Longer than Lockstep waits for something that it has sent several times already. */
const pauseMilliseconds = 5 * 3_600_000

/** Without new edits, sync after sync until there was nothing to do, twice. */
export async function settle(play: Play): Promise<void> {
  let quiet = 0
  for (let round = 0; quiet < 2; round += 1) {
    if (round === mostRounds) throw new Error('The two sides do not settle')
    play.amazon.clock.advance(pauseMilliseconds)
    quiet = (await sync(play)) === 0 ? quiet + 1 : 0
  }
}

/** Both sides are equal, and what was surely written last stands. Answers how often that was sure. */
export async function expectEqualSides(play: Play, sku: string, fields: readonly Field[]): Promise<number> {
  const [here, there] = [await readHere(play, sku), readThere(play, sku)]
  expect({ sku, quantity: there.quantity }).toEqual({ sku, quantity: here.quantity })
  let sure = 0
  for (const field of fields) {
    expect({ sku, [field]: there[field] }).toEqual({ sku, [field]: here[field] })
    const word = play.words.of(sku, field)
    if (word === undefined) continue
    sure += 1
    expect({ sku, [field]: here[field] }, 'the last edit stays').toEqual({ sku, [field]: word })
  }
  return sure
}
