import { type AmazonAccount, type AmazonStatus, marketplaceApi, type SyncRun } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { notConnected } from './amazon-builders.ts'
import { answer } from './server.ts'

type AmazonAnswers = { status?: AmazonStatus; accounts?: AmazonAccount[]; runs?: SyncRun[] }

/** Answers all that any screen asks about Amazon by itself; nothing is connected unless the test says so. */
export function answerAmazon({ status = notConnected, accounts = [], runs = [] }: AmazonAnswers = {}): void {
  answer(marketplaceApi.status, status)
  answer(marketplaceApi.accounts, accounts)
  answer(marketplaceApi.syncRuns, runs, { total: runs.length })
  answer(marketplaceApi.drift, null)
  answer(twoWayApi.changes, [], { total: 0 })
  answer(marketplaceApi.setupInfo, {
    setupInstructions: 'Connect your seller account.',
    missingCredentials: ['Seller ID', 'Amazon authorization'],
    helpText: 'Only the account’s owner can authorize it.',
  })
}
