import { asMessage, type Message } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, ShipToAddress } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient, CallOptions } from './client.ts'
import { isRejectedAs } from './errors.ts'
import { getFulfillmentPreview } from './operations/fulfillment/preview.ts'
import { getFulfillmentOrder, listAllFulfillmentOrders } from './operations/fulfillment/read-order.ts'
import { getPackageTrackingDetails } from './operations/fulfillment/tracking.ts'
import { cancelFulfillmentOrder, createFulfillmentOrder } from './operations/fulfillment/write-order.ts'
import { InvalidRequest } from './operations/request-schemas.ts'
import type { AmazonSettings } from './settings.ts'
import { toNewOrder, toPreviewQuestion } from './translate/fulfillment-order.ts'
import {
  type AmazonPackage,
  packagesToTrack,
  toFulfillmentSnapshot,
  type Tracking,
} from './translate/fulfillment-snapshot.ts'
import { readOffer } from './translate/speed-offer.ts'

/**
 * The fulfillment port on Multi-Channel Fulfillment. It shares the client with the marketplace port, because Amazon's
 * rate limits count all calls of an account.
 */
export function createAmazonFulfillment(
  settings: Pick<AmazonSettings, 'timing' | 'log' | 'countUnknown'>,
  client: AmazonClient,
): FulfillmentService {
  const reportUnknownValues = createUnknownValueReporter(settings)
  return {
    ...createFulfillmentPreviews(settings, client, reportUnknownValues),
    ...createFulfillmentWrites(settings, client),
    ...createFulfillmentReads(settings, client, reportUnknownValues),
  }
}

/** Milliseconds. The submitting job holds a lease on the order meanwhile. */
const writeTimeout = 30_000

function createFulfillmentWrites(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
): Pick<FulfillmentService, 'submit' | 'cancel'> {
  const within = (marketplaceId: string): CallOptions => ({ marketplaceId, deadline: timing.now() + writeTimeout })

  return {
    async submit(account, submission) {
      const { marketplaceId, externalId, destination } = submission
      try {
        const body = toNewOrder(submission)
        await client.call(account, createFulfillmentOrder, { body }, within(marketplaceId))
        return 'accepted'
      } catch (error) {
        if (isRejectedAs(error, 'order_exists')) return 'exists'
        if (isUnexplained(error) && (await orderExists(client, account, externalId, within(marketplaceId))))
          return 'exists'
        throw toSubmissionFailure(error, destination)
      }
    },

    async cancel(account, { marketplaceId, externalId }) {
      const order = { sellerFulfillmentOrderId: externalId }
      try {
        await client.call(account, cancelFulfillmentOrder, order, within(marketplaceId))
        return 'asked'
      } catch (error) {
        if (isRejectedAs(error, 'already_cancelled')) return 'asked'
        if (isRejectedAs(error, 'order_too_far')) return 'too_late'
        if (isRejectedAs(error, 'order_not_found')) return 'unknown'
        throw error
      }
    },
  }
}

/** Amazon refused for a reason that is not in the catalogue. It may mean that Amazon already has the order. */
const isUnexplained = (error: unknown) =>
  error instanceof Rejected && !(error instanceof InvalidRequest) && error.whoActs === undefined

/** Whether Amazon has an order under this id, after a refusal that may have been about an earlier submission. */
async function orderExists(
  client: AmazonClient,
  account: MarketplaceAccount,
  externalId: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    await client.call(account, getFulfillmentOrder, { sellerFulfillmentOrderId: externalId }, options)
    return true
  } catch (error) {
    if (isRejectedAs(error, 'order_not_found')) return false
    if (!(error instanceof Rejected || error instanceof Unavailable)) throw error
    throw new Unavailable(error.sentence, { mayHaveHappened: true })
  }
}

const readTimeout = 30_000

function createFulfillmentReads(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
  reportUnknownValues: UnknownValueReporter,
): Pick<FulfillmentService, 'read' | 'listChanged'> {
  const within = (marketplaceId: string): CallOptions => ({ marketplaceId, deadline: timing.now() + readTimeout })

  return {
    async read(account, { marketplaceId, externalId }, deliveredPackages = []) {
      const options = within(marketplaceId)
      const order = { sellerFulfillmentOrderId: externalId }
      const reply = await client.ask(account, getFulfillmentOrder, order, options).catch((error: unknown) => {
        if (isRejectedAs(error, 'order_not_found')) return null
        throw error
      })
      if (!reply) return null
      const { payload } = reply.answer
      const delivered = new Set(deliveredPackages)
      const tracked = await readTracking(client, account, packagesToTrack(payload, delivered), options)
      const snapshot = toFulfillmentSnapshot(payload, { readAt: reply.askedAt, tracked, delivered })
      reportUnknownValues(getFulfillmentOrder.name, account.id, snapshot.unknownWords)
      return snapshot
    },

    async listChanged(account, { marketplaceId, since, page }) {
      const query = page ? { nextToken: page } : { queryStartDate: since.toISOString() }
      const { payload } = await client.call(account, listAllFulfillmentOrders, query, within(marketplaceId))
      const externalIds = payload.fulfillmentOrders.map(({ sellerFulfillmentOrderId }) => sellerFulfillmentOrderId)
      // Amazon has been seen to return next tokens forever after the last page.
      return { externalIds, next: externalIds.length > 0 ? payload.nextToken : null }
    },
  }
}

/**
 * Reads the carrier's tracking of each package. A package whose tracking Amazon refuses counts as not tracked; the
 * order's own status still counts.
 */
async function readTracking(
  client: AmazonClient,
  account: MarketplaceAccount,
  boxes: readonly AmazonPackage[],
  options: CallOptions,
): Promise<Map<number, Tracking>> {
  const tracked = await Promise.all(
    boxes.map(async ({ packageNumber }) => {
      try {
        const { payload } = await client.call(account, getPackageTrackingDetails, { packageNumber }, options)
        return [[packageNumber, payload] as const]
      } catch (error) {
        if (error instanceof Rejected) return []
        throw error
      }
    }),
  )
  return new Map(tracked.flat())
}

/** Milliseconds. A person waits for the answer on a screen. */
const interactiveTimeout = 20_000

function createFulfillmentPreviews(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
  reportUnknownValues: UnknownValueReporter,
): Pick<FulfillmentService, 'preview'> {
  return {
    async preview(account, question) {
      const options = { marketplaceId: question.marketplaceId, deadline: timing.now() + interactiveTimeout }
      try {
        const body = toPreviewQuestion(question)
        const { payload } = await client.call(account, getFulfillmentPreview, { body }, options)
        const read = payload.fulfillmentPreviews.map(readOffer)
        const unknown = read.flatMap(({ unknownWords }) => unknownWords)
        reportUnknownValues(getFulfillmentPreview.name, account.id, unknown)
        return read.flatMap(({ offer }) => (offer ? [offer] : []))
      } catch (error) {
        throw toSubmissionFailure(error, question.destination)
      }
    },
  }
}

/** Turns a failed submission into a message that may be shown and stored: no address of the customer. */
function toSubmissionFailure(error: unknown, destination: ShipToAddress): unknown {
  if (error instanceof InvalidRequest) return isAboutAddress(error) ? badAddressError(error) : error
  if (!(error instanceof Rejected) || error.whoActs) return error
  return new Rejected(redactAddress(error.sentence, destination), error.code ? { code: error.code } : {})
}

const isAboutAddress = ({ fields }: InvalidRequest) =>
  fields.every((field) => /^(?:address|destinationAddress)\b/.test(field))

const badAddressError = ({ sentence }: InvalidRequest) =>
  new Rejected(sentence, { code: 'bad_address', whoActs: 'you' })

/** Removes the customer's address from Amazon's text. */
function redactAddress(sentence: Message, { name, line1, line2, city, postalCode, phone }: ShipToAddress): Message {
  const parts = [name, line1, line2, city, postalCode, phone].flatMap((part) => part?.trim() || [])
  const redact = (text: string) => parts.reduce((rest, part) => rest.replaceAll(part, '…'), text)
  const { text, values } = sentence
  if (!values) return asMessage(redact(text))
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ])
  return { text, values: Object.fromEntries(entries) as typeof values }
}

const mostCharacters = 100
const mostRemembered = 500

type UnknownValueReporter = (operation: string, accountId: string, words: readonly string[]) => void

/** Counts every status or reason that we do not know, and logs each of them once, so that somebody adds it. */
function createUnknownValueReporter({
  countUnknown,
  log,
}: Pick<AmazonSettings, 'countUnknown' | 'log'>): UnknownValueReporter {
  const logged = new Set<string>()
  return (operation, accountId, words) => {
    for (const code of new Set(words.map((word) => word.slice(0, mostCharacters)))) {
      const record = { operation, status: 200, code }
      countUnknown(record)
      if (logged.has(code) || logged.size >= mostRemembered) continue
      logged.add(code)
      const call = { ...record, accountId, requestId: null, attempt: 1, waited: 0, took: 0 }
      log.warn(call, 'Amazon used a word that Lockstep doesn’t know')
    }
  }
}
