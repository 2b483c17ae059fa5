import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { ChannelChange, type ChannelDetail, ChannelInput, ChannelSettings } from '#contract/channels.ts'

/** Schema of the form. The access token is write-only: an empty field keeps the stored one. */
export const GeneralFields = ChannelSettings.extend({
  name: ChannelInput.shape.name,
  isActive: z.boolean(),
  accessToken: z
    .string()
    .trim()
    .transform((typed) => typed || undefined)
    .pipe(ChannelChange.shape.accessToken),
  locationId: z.string().transform((chosen) => chosen || null),
})
type GeneralValues = z.input<typeof GeneralFields>
type GeneralOutput = z.output<typeof GeneralFields>
export type GeneralForm = UseFormReturn<GeneralValues, unknown, GeneralOutput>

/** Props of a group of fields. */
export type GroupProps = { form: GeneralForm; channel: ChannelDetail }

export function toGeneralValues(channel: ChannelDetail): GeneralValues {
  return {
    name: channel.name,
    isActive: channel.isActive,
    platform: channel.platform,
    webhookUrl: channel.webhookUrl ?? '',
    productUrl: channel.productUrl ?? '',
    offersAllSkus: channel.offersAllSkus,
    safetyBuffer: channel.safetyBuffer,
    autoFulfill: channel.autoFulfill,
    autoFulfillDelayMinutes: channel.autoFulfillDelayMinutes,
    shippingSpeed: channel.shippingSpeed,
    blankBox: channel.blankBox,
    blocksAmazonLogistics: channel.blocksAmazonLogistics,
    commerceAccountId: channel.commerceAccountId ?? '',
    catalogId: channel.catalogId ?? '',
    takesOrders: channel.takesOrders,
    pushesStock: channel.pushesStock,
    sendsPrices: channel.sendsPrices,
    messagesCustomers: channel.messagesCustomers,
    shipsAuthorized: channel.shipsAuthorized,
    locationId: channel.locationId ?? '',
    accessToken: '',
  }
}

type DirtyFields = Partial<Record<keyof GeneralOutput, boolean | undefined>>

/** Sends dirty fields only, so that a colleague's concurrent change of another field is not overwritten. */
export function changedFields(output: GeneralOutput, dirtyFields: DirtyFields): Partial<GeneralOutput> {
  const entries = Object.entries(output).filter(
    ([name, value]) => dirtyFields[name as keyof GeneralOutput] && value !== undefined,
  )
  return Object.fromEntries(entries)
}
