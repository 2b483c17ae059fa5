import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { marketplacesProblem } from '#contract/marketplace.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { MarketplaceToggle } from './marketplace-toggle.tsx'

type MarketplacesStepProps = {
  region: Region
  chosen: readonly string[]
  onChosenChange: (chosen: readonly string[]) => void
  isPending: boolean
  refusal: unknown
  onBack: () => void
  onCancel: () => void
  onSave: () => void
}

export function MarketplacesStep({ region, chosen, onChosenChange, ...props }: MarketplacesStepProps) {
  const { isPending, refusal, onBack, onCancel, onSave } = props
  const problem = marketplacesProblem(chosen, region)
  const whyNot = marketplacesOf(region).flatMap(({ unavailable }) => unavailable ?? [])
  const toggle = (id: string) =>
    onChosenChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-lg font-semibold">Select Marketplaces</legend>
        <div className="grid grid-cols-2 gap-2">
          {marketplacesOf(region).map((marketplace) => (
            <MarketplaceToggle
              key={marketplace.id}
              marketplace={marketplace}
              isChosen={chosen.includes(marketplace.id)}
              onToggle={() => toggle(marketplace.id)}
            />
          ))}
        </div>
        <p className="text-sm text-muted">
          {['Amazon decides in which of them the account sells: those are used once it is authorized.', ...whyNot].join(
            ' ',
          )}
        </p>
      </fieldset>
      {problem && <Alert tone="warning">{problem}</Alert>}
      <ServerErrorAlert error={refusal} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={problem !== null} isPending={isPending} onClick={onSave}>
          {isPending ? 'Connecting...' : 'Complete Setup'}
        </Button>
      </DialogActions>
    </div>
  )
}
