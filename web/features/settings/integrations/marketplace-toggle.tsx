import Check from 'lucide-react/icons/check'
import type { AmazonMarketplace } from '#contract/amazon-marketplaces.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'

type MarketplaceToggleProps = { marketplace: AmazonMarketplace; isChosen: boolean; onToggle: () => void }

export function MarketplaceToggle({ marketplace, isChosen, onToggle }: MarketplaceToggleProps) {
  const { country, unavailable } = marketplace
  if (unavailable) return <BlockedButton reason={unavailable}>{country}</BlockedButton>
  return (
    <Button variant={isChosen ? 'primary' : 'secondary'} aria-pressed={isChosen} onClick={onToggle}>
      {isChosen && <Check aria-hidden />}
      {country}
    </Button>
  )
}
