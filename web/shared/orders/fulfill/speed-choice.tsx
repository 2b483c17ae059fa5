import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { LoadError } from '../../failed-to-load.tsx'
import { SpeedOption } from './speed-option.tsx'
import type { SpeedPreviews } from './use-speed-previews.ts'

type SpeedChoiceProps = {
  speed: ShippingSpeed
  onSpeedChange: (speed: ShippingSpeed) => void
  previews: SpeedPreviews
}

export function SpeedChoice({ speed, onSpeedChange, previews }: SpeedChoiceProps) {
  const { speeds, error, isAsking, isWanted, askAgain } = previews
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Shipping speed</legend>
      <div aria-busy={isAsking} className="divide-y overflow-hidden rounded-lg border">
        {shippingSpeeds.map((each) => (
          <SpeedOption
            key={each}
            speed={each}
            isChosen={each === speed}
            isAsking={isAsking}
            preview={speeds && (speeds.find(({ shippingSpeed }) => shippingSpeed === each) ?? null)}
            onChoose={() => onSpeedChange(each)}
          />
        ))}
      </div>
      {error && !isAsking ? (
        <div className="mt-2">
          <LoadError what="Fees and dates" error={error} onRetry={askAgain} />
          <p className="mt-2 text-sm text-muted">You can send it without them; the order shows them later.</p>
        </div>
      ) : (
        <output className="mt-2 flex min-h-5 items-center gap-2 text-sm text-muted">
          {isAsking && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
          {isAsking && 'Amazon is asked for fees and dates…'}
          {!isAsking && isWanted && 'Amazon’s estimate. Asking for it reserves nothing.'}
        </output>
      )}
    </fieldset>
  )
}
