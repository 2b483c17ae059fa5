import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeField, type SentValue } from './merge-field.ts'

/** One field, edited here and at Amazon. Sent values appear there in order, within 15 minutes or never. */
class FieldSimulation {
  private now = new Date('2026-03-02T10:00:00Z')
  private ours = { value: 'start', at: this.now }
  private amazon = { value: 'start', at: this.now }
  private agreed: string | null | undefined
  private sent: readonly SentValue[] = []
  private underway: { value: string; until: Date }[] = []
  private edits = 0
  /** The last edit that a sync has seen or may still see. */
  lastEdit = 'start'
  private isNoticed = true

  pass(minutes: number): void {
    const then = this.after(minutes)
    const due = this.underway.filter(({ until }) => until <= then)
    for (const { until } of due) {
      this.now = until
      this.land()
    }
    this.now = then
  }

  editHere(): void {
    this.lastEdit = `ours ${(this.edits += 1)}`
    this.ours = { value: this.lastEdit, at: this.now }
    this.isNoticed = true
  }

  editThere(): void {
    this.lastEdit = `amazon ${(this.edits += 1)}`
    this.amazon = { value: this.lastEdit, at: this.now }
    this.isNoticed = false
  }

  /** Sent values appear. They may overwrite an edit that no sync has seen. */
  land(): void {
    for (const { value } of this.underway) {
      if (!this.isNoticed && this.amazon.value === this.lastEdit) this.lastEdit = this.ours.value
      this.amazon = { value, at: this.now }
    }
    this.underway = []
  }

  sync({ isLost = false } = {}): void {
    this.isNoticed = true
    const merged = mergeField({
      ours: this.ours.value,
      oursEditedAt: this.ours.at,
      amazon: this.amazon.value,
      amazonChangedAt: this.amazon.at,
      agreed: this.agreed,
      sent: this.sent,
      takes: true,
      canBeEmptied: false,
      now: this.now,
    })
    this.agreed = merged.agreed
    this.sent = merged.sent
    if (merged.action === 'take') {
      this.ours = { value: this.amazon.value, at: this.now }
      this.agreed = this.amazon.value
    }
    if (merged.action === 'send') {
      this.sent = [...merged.sent, { value: this.ours.value, at: this.now, isRejected: false }]
      if (!isLost) this.underway.push({ value: this.ours.value, until: this.after(14) })
    }
  }

  /** Syncs until nothing changes, without further edits. */
  syncUntilStable(): { ours: string; amazon: string } {
    for (let round = 0; round < 12; round += 1) {
      this.pass(6 * 60)
      this.sync()
    }
    return { ours: this.ours.value, amazon: this.amazon.value }
  }

  private after(minutes: number): Date {
    return new Date(this.now.getTime() + minutes * 60_000)
  }
}

const step = fc.oneof(
  fc.constant({ does: 'edit here' } as const),
  fc.constant({ does: 'edit there' } as const),
  fc.constant({ does: 'land' } as const),
  fc.record({ does: fc.constant('sync' as const), isLost: fc.boolean() }),
)
const story = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), step), { maxLength: 40 })

it('merging ends with both sides equal, and with the last edit', () => {
  fc.assert(
    fc.property(story, (steps) => {
      const simulation = new FieldSimulation()
      for (const [minutes, one] of steps) {
        simulation.pass(minutes)
        if (one.does === 'edit here') simulation.editHere()
        else if (one.does === 'edit there') simulation.editThere()
        else if (one.does === 'land') simulation.land()
        else simulation.sync(one)
      }
      const final = simulation.syncUntilStable()
      expect(final).toEqual({ ours: simulation.lastEdit, amazon: simulation.lastEdit })
    }),
    { numRuns: 2_000 },
  )
})
