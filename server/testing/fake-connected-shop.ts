import type { ShopType } from '#contract/channel-values.ts'
import type { Ports } from '#server/platform/ports.ts'
import type { ChannelAccount, ChannelAdapter, ChannelConnection, OutgoingMessage } from '#server/ports/channel.ts'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { noPorts } from './app.ts'

const keyNames = { woocommerce: 'consumerSecret', shopify: 'clientSecret' } as const

/** A shop in memory behind the adapter port: it takes one secret, has webhooks that can break, and orders that can be polled. */
export class FakeShop {
  readonly type: ShopType
  /** The secret that opens it; null refuses everybody. */
  secret: string | null
  account: ChannelAccount
  /** Each call fails with this. */
  failure: Error | null = null
  readonly calls: string[] = []
  /** Our webhooks by their address. */
  readonly webhooks = new Map<string, { secret: string; isActive: boolean }>()
  /** What `ensureWebhooks` says that a person has to put right. */
  webhookProblem: string | null = null
  /** Ids of orders that a poll finds. */
  orders: string[] = []
  readonly messages: OutgoingMessage[] = []
  /** Runs in the middle of each test of credentials. */
  meanwhile: () => Promise<unknown> = async () => {}

  constructor(type: ShopType, accountId: string, secret: string) {
    this.type = type
    this.secret = secret
    this.account = {
      accountId,
      name: 'Harbor Goods',
      url: accountId.startsWith('http') ? accountId : `https://${accountId}`,
      currency: 'USD',
      products: 12,
      openOrders: 3,
      locations: [],
      warnings: [],
      credentialsExpireAt: null,
      state: { apiVersion: 'v3' },
    }
  }

  /** Ports in which this shop answers for its type. */
  get ports(): Ports {
    const kind = this.type === 'woocommerce' ? 'woocommerce_rest' : 'shopify_admin'
    return { ...noPorts, channels: { ...noPorts.channels, [kind]: { ...noPorts.channels[kind], ...this.adapter } } }
  }

  private open(call: string, { accountId, credentials }: ChannelConnection): void {
    this.calls.push(call)
    if (this.failure) throw this.failure
    if (accountId !== this.account.accountId) throw new Rejected(`There is no shop at ${accountId}.`)
    const given = credentials?.[keyNames[this.type]]
    if (this.secret === null || given !== this.secret) throw new Unauthorized('The shop does not accept this key.')
  }

  private readonly adapter: Partial<ChannelAdapter> = {
    inspect: async (connection) => {
      this.open('inspect', connection)
      await this.meanwhile()
      if (this.type === 'shopify') {
        const credentials = { ...connection.credentials, token: 'a token for a day' }
        await connection.saveCredentials({ credentials, expireAt: null })
      }
      return this.account
    },
    consentUrl: ({ accountId, token, callbackUrl, returnUrl }) =>
      `${accountId}/wc-auth/v1/authorize?${new URLSearchParams({ user_id: token, callback_url: callbackUrl, return_url: returnUrl }).toString()}`,
    ensureWebhooks: async (connection, { url, secret }) => {
      this.open('ensureWebhooks', connection)
      const known = this.webhooks.get(url)
      const healed = known?.isActive ? [] : [known ? 'switched on again: orders' : 'made: orders']
      this.webhooks.set(url, { secret, isActive: true })
      return { healed, problem: this.webhookProblem, state: { webhookIds: [7] } }
    },
    removeWebhooks: async (connection, { url }) => {
      this.open('removeWebhooks', connection)
      this.webhooks.delete(url)
    },
    poll: async (connection, cursor) => {
      this.open('poll', connection)
      const begin = Number(cursor ?? 0)
      const found = this.orders
        .slice(begin)
        .map((id) => ({ deliveryId: `poll ${id}`, body: Buffer.from(`{"id":${id}}`) }))
      return { found, cursor: String(this.orders.length), hasMore: false }
    },
    report: async (connection, message) => {
      this.open('report', connection)
      this.messages.push(message)
      return { status: 200 }
    },
  }
}
