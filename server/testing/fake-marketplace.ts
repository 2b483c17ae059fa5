import type { Clock } from '#server/platform/clock.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import {
  StaleCursor,
  type Authorization,
  type ConsentRequest,
  type Marketplace,
  type MarketplaceAccount,
  type Participation,
  type StockPage,
  type StockQuestion,
  type StockRow,
} from '#server/ports/marketplace.ts'

export const unitedStates = 'ATVPDKIKX0DER'
export const canada = 'A2EUQ1WTGCTBG2'
export const mexico = 'A1AM78C64UM0Y8'

/** A call to the marketplace. */
export type MarketplaceCall =
  | { call: 'authorize'; code: string }
  | { call: 'readParticipations'; account: MarketplaceAccount }
  | { call: 'readStock'; account: MarketplaceAccount; question: StockQuestion }

/** A marketplace in memory: tests set its answers and read its calls. */
export class FakeMarketplace implements Marketplace {
  readonly application = { clientId: 'amzn1.application-oa2-client.test', clientSecret: 'the-application-secret' }
  readonly consents: ConsentRequest[] = []
  readonly asked: MarketplaceCall[] = []
  participations: Participation[] = [participation(unitedStates), participation(canada)]
  /** By marketplace id, in the order of its pages. */
  readonly stock = new Map<string, StockRow[]>()
  rowsPerPage = 50
  /** Runs before each answer; its error becomes the answer. */
  meanwhile: (asked: MarketplaceCall) => void | Promise<void> = () => {}
  private readonly codes = new Map<string, Authorization>()
  private cursorsFrom = 0
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** An authorization code that is valid once. */
  grant(code: string, tokens: Partial<Authorization> = {}): string {
    const expiresAt = new Date(this.clock.now().getTime() + 3_600_000)
    this.codes.set(code, { refreshToken: `refresh-of-${code}`, accessToken: `access-of-${code}`, expiresAt, ...tokens })
    return code
  }

  /** Expires all cursors. */
  forgetCursors(): void {
    this.cursorsFrom += 1
  }

  consentUrl(request: ConsentRequest): string {
    this.consents.push(request)
    return `https://sellercentral.example/consent?${new URLSearchParams({ state: request.state }).toString()}`
  }

  async authorize(code: string): Promise<Authorization> {
    await this.note({ call: 'authorize', code })
    const tokens = this.codes.get(code)
    if (!tokens || !this.codes.delete(code)) throw new Unauthorized('Amazon no longer knows this authorisation')
    return tokens
  }

  async readParticipations(account: MarketplaceAccount): Promise<Participation[]> {
    await this.note({ call: 'readParticipations', account })
    return this.participations
  }

  async readStock(account: MarketplaceAccount, question: StockQuestion): Promise<StockPage> {
    const readAt = this.clock.now()
    await this.note({ call: 'readStock', account, question })
    question.signal?.throwIfAborted()
    const { changedSince } = question
    const rows = (this.stock.get(question.marketplaceId) ?? []).filter(
      ({ changedAt }) => !changedSince || (changedAt !== null && changedAt >= changedSince),
    )
    const start = question.cursor ? this.placeOf(question.cursor.token) : 0
    const end = start + this.rowsPerPage
    const next = end < rows.length ? { token: `${this.cursorsFrom}:${end}`, madeAt: this.clock.now() } : null
    return { rows: rows.slice(start, end), readAt, next, waited: 0, parsed: 0 }
  }

  private placeOf(token: string): number {
    const [from, place] = token.split(':')
    if (from !== String(this.cursorsFrom) || !place) throw new StaleCursor()
    return Number(place)
  }

  private async note(asked: MarketplaceCall): Promise<void> {
    this.asked.push(asked)
    await this.meanwhile(asked)
  }
}

export const participation = (marketplaceId: string, isParticipating = true): Participation => ({
  marketplaceId,
  name: 'Amazon',
  countryCode: 'XX',
  isParticipating,
})

/** A stock row of Amazon's warehouse, by default with ten units. */
export const stockRow = (sku: string, row: Partial<StockRow> = {}): StockRow => ({
  sku,
  asin: null,
  fnsku: null,
  title: `Title of ${sku}`,
  qtyAvailable: 10,
  qtyReserved: 0,
  qtyInbound: 0,
  changedAt: null,
  ...row,
})
