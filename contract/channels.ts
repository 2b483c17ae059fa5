import { z } from 'zod'
import { builtChannelTypes, channelTypes, websitePlatforms } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, optionalText } from './fields.ts'
import { t } from './i18n.ts'
import { shippingSpeeds } from './order-status.ts'
import { PageQuery } from './paging.ts'
import { isStrongSecret } from './secret-strength.ts'

/**
 * `apiKey` and `feedKey` are masked, and null for people who may not see them at all; `hasKey` tells everybody whether there is an API
 * key. The feed key reads inventory only and is made when it is first revealed. `problems` counts the channel's attention items.
 */
export const ChannelRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  type: z.enum(channelTypes),
  platform: z.enum(websitePlatforms).nullable(),
  isActive: z.boolean(),
  /** Whether it has the credentials of a shop (`accountId`); a disconnected one keeps its address. */
  isConnected: z.boolean(),
  apiKey: z.string().nullable(),
  hasKey: z.boolean(),
  feedKey: z.string().nullable(),
  /** The address of the feed (`.json`; also `.csv` and `.xml`), without its key. */
  feedUrl: z.string(),
  /** When a feed address with a key that does more than read inventory was last refused; null after a week without. */
  feedRefusedAt: Moment.nullable(),
  lastOrderAt: Moment.nullable(),
  lastSyncedAt: Moment.nullable(),
  /** The address or name of the shop behind the channel, where it is connected by its API. */
  accountId: z.string().nullable(),
  /** When the channel's credentials end; null where they don't. */
  credentialsExpireAt: Moment.nullable(),
  /** What a new channel still needs before anything comes from it; null once something has come, and for connected shops. */
  waitsFor: z.enum(['first_order', 'access_token']).nullable(),
  /** Why the channel no longer accepts our credentials. */
  accessError: z.string().nullable(),
  problems: z.int(),
})
export type ChannelRow = z.output<typeof ChannelRow>

const webAddress = (label: string) =>
  z
    .string()
    .trim()
    .max(2_000, t('{label} must be 2,000 characters or fewer', { label }))
    .nullish()
    .transform((text) => text || null)
    .pipe(
      z
        .url({
          protocol: /^https?$/,
          error: t('{label} must look like https://shop.example.com', { label }),
        })
        .nullable(),
    )

/** The settings of a channel, besides name and active flag. */
const settings = {
  platform: z.enum(websitePlatforms),
  /** The URL to which status, tracking and stock are sent. */
  webhookUrl: webAddress(t('Webhook URL')),
  /** The URL of a product on the website; `{sku}` is replaced. */
  productUrl: webAddress(t('Product link')),
  /** Whether SKUs are offered here by default. */
  offersAllSkus: z.boolean(),
  safetyBuffer: z
    .int(t('Safety buffer must be a whole number'))
    .min(0, t('Safety buffer can’t be negative'))
    .max(1_000_000, t('Safety buffer must be 1,000,000 or less')),
  autoFulfill: z.boolean(),
  autoFulfillDelayMinutes: z
    .int(t('The delay must be in whole minutes'))
    .min(0, t('The delay can’t be negative'))
    .max(7 * 24 * 60, t('The delay must be 10,080 minutes (one week) or less')),
  shippingSpeed: z.enum(shippingSpeeds),
  /** Blank boxes and no Amazon Logistics for the channel's orders. */
  blankBox: z.boolean(),
  blocksAmazonLogistics: z.boolean(),
  /** Meta's ids of the commerce account and its catalog. */
  commerceAccountId: optionalText(t('Commerce account ID'), 50),
  catalogId: optionalText(t('Catalog ID'), 50),
  /** Whether orders are imported from Meta; otherwise only its catalog is updated. */
  takesOrders: z.boolean(),
  /** Whether stock is sent to a shop connected by its API; `start` switches it on. */
  pushesStock: z.boolean(),
  /** Whether prices are sent too; never in another currency than the shop's. */
  sendsPrices: z.boolean(),
  /** Whether customers of this channel get our emails and texts. */
  messagesCustomers: z.boolean(),
  /** Whether orders whose payment is authorized and not captured yet may be shipped. */
  shipsAuthorized: z.boolean(),
  /** The shop's location whose stock Lockstep keeps, where it has several. */
  locationId: optionalText(t('Location'), 200),
}

export const ChannelSettings = z.object(settings)
export type ChannelSettings = z.output<typeof ChannelSettings>

export const ChannelDetail = ChannelRow.extend({
  ...settings,
  /** Without its secret parts (`maskUrl`). Sent back unchanged, it means the stored one. */
  webhookUrl: z.string().nullable(),
  productUrl: z.string().nullable(),
  commerceAccountId: z.string().nullable(),
  catalogId: z.string().nullable(),
  locationId: z.string().nullable(),
  webhookSecret: z.string().nullable(),
  /** Until when the previous keys and secret stay valid. */
  previousKeyUntil: Moment.nullable(),
  previousFeedKeyUntil: Moment.nullable(),
  previousSecretUntil: Moment.nullable(),
  signingSecret: z.string().nullable(),
  hasAccessToken: z.boolean(),
  /** Whether a connected shop gets its stock from us; true for other channels. */
  isStarted: z.boolean(),
  /** The webhook URL for orders. */
  intakeUrl: z.string(),
  createdAt: Moment,
})
export type ChannelDetail = z.output<typeof ChannelDetail>

const secret = (
  label: string,
  { max = 200, tooShort = t('{label} must have at least 16 characters', { label }) } = {},
) =>
  z
    .string()
    .min(16, { error: tooShort, abort: true })
    .max(max, t('{label} must be {max} characters or fewer', { label, max }))
    .regex(/^[\x21-\x7e]+$/, t('{label} must be plain text without spaces', { label }))

/** After `whsec_` comes base64. Any other text would decode to almost no key, which is easy to guess. */
const webhookSecret = secret(t('Webhook secret'))
  .regex(
    /^(?!whsec_)|^whsec_[A-Za-z0-9+/]{22,}={0,2}$/,
    t('After whsec_, the webhook secret must be at least 16 bytes in base64'),
  )
  .refine(
    isStrongSecret,
    t('Webhook secret is too easy to guess. Use 32 random hex digits or 22 random letters and digits'),
  )

/** The same for every key that is refused, so that the answer does not tell whether somebody else has it. */
export const unusableKeyMessage = t(
  'This API key can’t be used. Omit it to have Lockstep create one, or send one with at least 128 random bits',
)

export const ChannelInput = z.strictObject({
  name: line(t('Name'), 100),
  type: z.enum(builtChannelTypes, t('Choose a channel type')),
  isActive: z.boolean().default(true),
  platform: z.enum(websitePlatforms).optional(),
  /** `createChannel` refuses a weak one, in the same way as one that is taken. */
  apiKey: secret(t('API key'), { tooShort: unusableKeyMessage }).optional(),
  webhookSecret: webhookSecret.optional(),
})
export type ChannelInput = z.output<typeof ChannelInput>

export const ChannelChange = z
  .strictObject({
    name: line(t('Name'), 100),
    isActive: z.boolean(),
    ...settings,
    accessToken: secret(t('Access token'), { max: 1_000 }),
  })
  .partial()

const CreatedChannel = ChannelRow.extend({ webhookSecret: z.string().nullable() })

/** Secrets of a channel that can be revealed and rotated. */
const channelSecrets = ['apiKey', 'feedKey', 'webhookSecret'] as const
export type ChannelSecret = (typeof channelSecrets)[number]
/** Choices for how long the previous secret stays valid. */
export const overlapHours = [0, 1, 24, 72] as const

const Rotation = z
  .strictObject({
    secret: z.enum(channelSecrets),
    overlapHours: z.union(overlapHours.map((hours) => z.literal(hours))),
    /** For a webhook secret that the website generates, as Shopify does. */
    value: webhookSecret.optional(),
  })
  .refine(({ secret, value }) => secret === 'webhookSecret' || value === undefined, {
    path: ['value'],
    error: t('Keys are generated here'),
  })

const ByChannel = z.strictObject({ channelId: Id })
const TestResult = z.object({ success: z.boolean(), message: z.string() })

export const channelsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/channels',
    summary: 'Sales channels',
    access: 'readonly',
    scope: 'company',
    query: PageQuery,
    reply: z.array(ChannelRow),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/channels',
    summary: 'Add a channel; its keys and secret are in the answer, in clear, this once',
    access: 'ops',
    scope: 'company',
    body: ChannelInput,
    reply: CreatedChannel,
    status: 201,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId',
    summary: 'One channel with its settings; secrets are masked',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    reply: ChannelDetail,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/channels/:channelId',
    summary: 'Change a channel',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: ChannelChange,
    reply: ChannelDetail,
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/reveal',
    summary:
      'Show a secret or the whole webhook URL in clear; the audit log records who asked. Creates the feed key if there is none',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: z.strictObject({ secret: z.enum([...channelSecrets, 'signingSecret', 'webhookUrl']) }),
    reply: z.object({ value: z.string().nullable() }),
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/rotate',
    summary: 'Replace a secret, by the value given or a new one; the one before stays good for the hours given',
    needsRecentSignIn: true,
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: Rotation,
    reply: z.object({ value: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/test',
    summary: 'Ask the channel whether it hears us',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    reply: TestResult,
  }),
  syncCatalog: endpoint({
    method: 'POST',
    path: '/api/sync/catalog',
    summary: 'Send a channel all that it offers, and read its orders where it is asked for them',
    access: 'ops',
    scope: 'company',
    body: ByChannel,
    reply: z.object({ channelId: Id, skus: z.int() }),
    status: 202,
  }),
}
