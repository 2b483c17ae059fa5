import { type AddressFields, AddressInput, addressProblems } from '#contract/addresses.ts'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { AppError } from '#contract/errors.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/hold-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ShipToAddress } from '#server/ports/fulfillment.ts'
import { checkStock, listWithLimit } from '../attention/rules.ts'
import { SendingRefused } from '../errors.ts'
import { decryptAddress, decryptPersonal } from '../personal-data.ts'
import type { LineToSend, OrderToSend } from './queries.ts'

/** `isAtAmazon`: according to the catalog. */
export type ChosenLine = { orderItemId: string; sku: string; quantity: number; isAtAmazon: boolean }

/** Amazon's limits for one fulfillment order. */
const maxLines = 100

const maxUnits = 250

/** Lines to send: everything that is left of the order, or the chosen units. */
export function chooseLines(lines: readonly LineToSend[], items: ChosenItems | undefined): ChosenLine[] {
  const chosen = chooseUnits(lines, items)
  const unmapped = chosen.filter(({ line }) => line.sku === null).map(({ line }) => line.code)
  if (unmapped.length > 0)
    throw new SendingRefused('unmapped_sku', say('Unknown SKU: {skus}', { skus: listWithLimit(unmapped) }))
  const units = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  if (chosen.length > maxLines || units > maxUnits) {
    const sentence = say(
      'Amazon ships up to {maxLines} lines and {maxUnits} units at once. Send the order in several shipments.',
      { maxLines, maxUnits },
    )
    throw new SendingRefused('unfulfillable', sentence)
  }
  return chosen.map(({ line: { orderItemId, sku, code, isAtAmazon }, quantity }) => {
    return { orderItemId, sku: sku ?? code, quantity, isAtAmazon }
  })
}

/** The chosen units, or everything that is left of the order. */
export const chooseUnits = (lines: readonly LineToSend[], items: ChosenItems | undefined): ChosenQuantity[] =>
  items ? selectedLines(lines, items) : remainingLines(lines)

export type SkuUnits = { sku: string; quantity: number }

/** Units by the channel's SKU codes as units of lines: lines with the same code are filled in their order. */
export function itemsOfSkus(lines: readonly LineToSend[], asked: readonly SkuUnits[]): ChosenItems {
  const items = new Map<string, number>()
  for (const { sku, quantity } of asked) {
    const ofSku = lines.filter(({ code }) => code === sku)
    if (ofSku.length === 0) {
      const message = say('The order has no item {sku}.', { sku })
      throw new AppError('invalid', message, [{ field: 'items', message }])
    }
    let rest = quantity
    for (const { orderItemId, unsent } of ofSku) {
      const taken = items.get(orderItemId) ?? 0
      // What is too much falls on the last line, which refuses it.
      const isLast = orderItemId === ofSku.at(-1)?.orderItemId
      const units = isLast ? rest : Math.min(rest, unsent - taken)
      if (units > 0) items.set(orderItemId, taken + units)
      rest -= units
    }
  }
  return [...items].map(([orderItemId, quantity]) => ({ orderItemId, quantity }))
}

type ChosenQuantity = { line: LineToSend; quantity: number }

function remainingLines(lines: readonly LineToSend[]): ChosenQuantity[] {
  const left = lines.filter(({ unsent }) => unsent > 0)
  if (left.length === 0) throw new AppError('conflict', say('Nothing is left to send in this order.'))
  return left.map((line) => ({ line, quantity: line.unsent }))
}

function selectedLines(lines: readonly LineToSend[], items: ChosenItems): ChosenQuantity[] {
  const byId = new Map(lines.map((line) => [line.orderItemId, line]))
  if (new Set(items.map(({ orderItemId }) => orderItemId)).size < items.length) {
    throw new AppError('invalid', say('List each line of the order only once.'))
  }
  return items.map(({ orderItemId, quantity }) => {
    const line = byId.get(orderItemId)
    if (!line) throw new AppError('not_found', say('The order has no such line.'))
    if (quantity > line.unsent) {
      throw new AppError(
        'conflict',
        say('Only {units, plural, one {# unit} other {# units}} of {sku} left to send.', {
          units: line.unsent,
          sku: line.code,
        }),
      )
    }
    return { line, quantity }
  })
}

/** Whether the chosen lines are all that is left of the order. */
export function isRestOfOrder(lines: readonly LineToSend[], chosen: readonly ChosenLine[]): boolean {
  const sent = new Map(chosen.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  return lines.every(({ orderItemId, unsent }) => (sent.get(orderItemId) ?? 0) === unsent)
}

type Account = Pick<AmazonAccount, 'id' | 'isActive' | 'marketplaceIds'>

type ChosenAccount = { integrationId: string; marketplaceId: string }

/** The account that sells in the destination country, else the first one. */
export function chooseAccount(accounts: readonly Account[], country: string): ChosenAccount {
  const storefronts = accounts
    .filter(({ isActive }) => isActive)
    .flatMap(({ id: integrationId, marketplaceIds }) =>
      marketplaceIds.map((marketplaceId) => ({ integrationId, marketplaceId })),
    )
  const localMarketplaceId = amazonMarketplaces.find(({ countryCode }) => countryCode === country)?.id
  const chosen = storefronts.find(({ marketplaceId }) => marketplaceId === localMarketplaceId) ?? storefronts[0]
  if (!chosen) throw new SendingRefused('no_account', say('No Amazon account is connected. Connect one first.'))
  return chosen
}

type VaultScope = Pick<CompanyContext, 'vault' | 'companyId'>

type OrderAddress = Pick<OrderToSend, 'address' | 'customer' | 'customerName'>

/** Decrypted ship-to address. Throws `bad_address` when it can't be delivered to. */
export function shipToAddress(scope: VaultScope, order: OrderAddress): ShipToAddress {
  const address = recipientAddress(scope, order)
  const found = addressProblems(address).map(({ message }) => asMessage(message))
  if (found.length > 0) {
    const problems = joinMessages(found, '; ')
    throw new SendingRefused(
      'bad_address',
      say('Amazon can’t deliver to the shipping address: {problems}.', { problems }),
    )
  }
  const { recipientName: name, postalCode, ...place } = AddressInput.parse(address)
  const { customer } = order
  const phone = customer && decryptPersonal(scope, 'customers.phone', customer.id, customer.phone)
  return { name, ...place, postalCode: postalCode ?? '', phone }
}

/** Without a recipient name, the customer is the recipient. */
function recipientAddress(scope: VaultScope, { address, customerName }: OrderAddress): AddressFields {
  if (!address) throw new SendingRefused('bad_address', say('The order has no shipping address.'))
  const { id: _id, recipientName, ...place } = decryptAddress(scope, address)
  return { ...place, recipientName: recipientName ?? customerName }
}

type OpenAttention = { code: AttentionCode; reason: string; sentence?: Message | null }

/** Throws when the channel says that it has shipped or cancelled the order. */
export function assertNotShippedOrCancelled(attention: readonly OpenAttention[]): void {
  for (const { code, reason, sentence } of attention) {
    if (code === 'shipped_by_channel' || code === 'cancelled_by_channel')
      throw new SendingRefused(code, sentence ?? asMessage(reason))
  }
}

/** Throws when Amazon does not hold a SKU. */
export function assertHeldByAmazon(lines: readonly ChosenLine[]): void {
  const elsewhere = lines.filter(({ isAtAmazon }) => !isAtAmazon).map(({ sku }) => sku)
  if (elsewhere.length === 0) return
  const skus = listWithLimit(elsewhere)
  throw new SendingRefused('unfulfillable', say('Amazon does not hold {skus}, so it can’t ship it.', { skus }))
}

/** Throws when stock does not cover the chosen units. */
export function assertInStock(lines: readonly ChosenLine[], coverage: readonly HeldLine[]): void {
  const chosenUnits = new Map(lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  const [short] = checkStock(
    coverage.filter((line) => (chosenUnits.get(line.orderItemId) ?? 0) > line.quantity - line.lacking),
  )
  if (short) throw new SendingRefused('not_enough_stock', short.reason)
}

/** Shorter names occur by chance in any sentence. */
const minQuotedLength = 3

/** Removes name, street and phone from a text of Amazon: it is stored and shown to every role. */
export function redactRecipient(text: string, { name, line1, line2, phone }: ShipToAddress): string {
  return [line1, line2, name, phone]
    .filter((quoted) => quoted !== null && quoted.length >= minQuotedLength)
    .reduce<string>(
      (redacted, quoted) => redacted.replaceAll(new RegExp(escapeRegExp(quoted ?? ''), 'gi'), '•••'),
      text,
    )
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
