import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { Button } from '#web/ui/button.tsx'
import { ChannelTiles } from './channel-tiles.tsx'
import { StockSum } from './stock-sum.tsx'
import { stockExample } from './stock-story.ts'
import { useExampleStep } from './use-story-step.ts'

/** The product's one idea, played through with example figures. */
export function StockBoard() {
  const { step, isPlaying, togglePlaying } = useExampleStep(stockExample.length)
  const example = stockExample[step] ?? stockExample[0]
  if (!example) return null

  return (
    <figure className="min-w-0 rounded-xl border bg-raised shadow-overlay">
      <figcaption className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-5">
        <span className="min-w-0">
          <span className="font-mono text-sm font-semibold">TEE-L</span>
          <span className="text-sm text-muted"> Tee, large · example</span>
        </span>
        <Button
          variant="quiet"
          size="icon"
          aria-label={isPlaying ? 'Pause example' : 'Play example'}
          onClick={togglePlaying}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
      </figcaption>
      <div className="p-5">
        <div className="flex items-start gap-3">
          <StepMarks count={stockExample.length} current={step} />
          <p key={step} className="min-h-10 animate-fade font-medium">
            {example.event}
          </p>
        </div>
        <StockSum
          available={example.available}
          held={example.held}
          buffer={example.safetyBuffer}
          sellable={example.sellable}
        />
        <ChannelTiles sellable={example.sellable} seller={example.seller} />
      </div>
    </figure>
  )
}

function StepMarks({ count, current }: { count: number; current: number }) {
  return (
    <span aria-hidden className="mt-1.5 flex gap-1">
      {Array.from({ length: count }, (_, mark) => (
        <span key={mark} className={mark === current ? 'h-2 w-4 rounded-sm bg-accent' : 'size-2 rounded-sm bg-line'} />
      ))}
    </span>
  )
}
