import { z } from 'zod'
import { ApiKeyInput } from '#contract/api-keys.ts'
import { t } from '#contract/i18n.ts'

const expiries = ['never', '30', '90', '365', 'own'] as const

export const expiryOptions = [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In 365 days') },
  { value: 'own', label: t('Custom…') },
] as const satisfies readonly { value: (typeof expiries)[number]; label: string }[]

/** Values of the form. The number of days is present only with a custom expiry (`own`). */
export const KeyFields = z.object({
  name: ApiKeyInput.shape.name,
  scopes: ApiKeyInput.shape.scopes,
  expiry: z.enum(expiries),
  expiresInDays: ApiKeyInput.shape.expiresInDays.unwrap().unwrap().optional(),
})
export type KeyValues = z.input<typeof KeyFields>
export type KeyOutput = z.output<typeof KeyFields>

export const emptyKey: KeyValues = { name: '', scopes: [], expiry: 'never' }

export const toKeyInput = ({ name, scopes, ...end }: KeyOutput): ApiKeyInput => ({
  name,
  scopes,
  expiresInDays: daysUntil(end),
})

function daysUntil({ expiry, expiresInDays }: Pick<KeyOutput, 'expiry' | 'expiresInDays'>): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'own') return Number(expiry)
  if (expiresInDays === undefined) throw new Error('A key with an end of its own needs a number of days')
  return expiresInDays
}
