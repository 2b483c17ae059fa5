import { overlapHours } from '#contract/channels.ts'

type Overlap = (typeof overlapHours)[number]

const overlapLabels: Record<Overlap, string> = {
  0: 'Not at all',
  1: 'For 1 hour',
  24: 'For 24 hours',
  72: 'For 3 days',
}

export const overlapOptions = overlapHours.map((hours) => ({ value: String(hours), label: overlapLabels[hours] }))

export const defaultOverlap = '24'

export const parseOverlap = (value: string): Overlap => overlapHours.find((hours) => String(hours) === value) ?? 0

const overlapStarts: Record<Overlap, string> = { 0: 'At once', 1: 'In 1 hour', 24: 'In 24 hours', 72: 'In 3 days' }

/** What happens to what, and when: "In 24 hours orders signed with the secret before are refused." */
export const overlapSentence = (overlap: Overlap, loss: string): string => `${overlapStarts[overlap]} ${loss}.`
