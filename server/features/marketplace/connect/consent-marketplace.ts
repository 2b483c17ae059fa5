import { AppError } from '#contract/errors.ts'
import { marketplacesProblem } from '#contract/marketplace.ts'
import { regionLabels, type Region } from '#contract/marketplace-values.ts'

/** Whose page asks for the consent: a country's where one is named, or where Amazon has no page for the whole region. */
export function consentMarketplace(region: Region, marketplaceId: string | undefined): string | undefined {
  const problem =
    marketplaceId === undefined
      ? region === 'fe' && `Choose a country: Amazon has no common page for ${regionLabels.fe}.`
      : marketplacesProblem([marketplaceId], region)
  if (problem) throw new AppError('invalid', problem, [{ field: 'marketplaceId', message: problem }])
  return marketplaceId
}
