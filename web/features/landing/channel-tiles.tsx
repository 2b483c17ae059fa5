import { cx } from 'class-variance-authority'
import { type ExampleChannel, exampleChannels } from './stock-story.ts'
import { AnimatedNumber } from './ticking-number.tsx'

type ChannelTilesProps = { sellable: number; seller: ExampleChannel | undefined }

export function ChannelTiles({ sellable, seller }: ChannelTilesProps) {
  return (
    <>
      <Branches sellable={sellable} />
      <ul className="grid grid-cols-3 gap-3">
        {exampleChannels.map((channel) => (
          <li
            key={channel}
            className={cx(
              'rounded-lg border px-2 py-3 text-center transition-colors duration-300',
              channel === seller && 'border-accent bg-accent-soft',
            )}
          >
            <span className="block text-xs text-muted">{channel}</span>
            <span className="block text-2xl font-semibold">
              <AnimatedNumber value={sellable} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-center text-xs text-muted">eBay and Etsy: coming soon</p>
    </>
  )
}

const branchPaths = ['M300 0V20H100V40', 'M300 0V40', 'M300 0V20H500V40'] as const

function Branches({ sellable }: { sellable: number }) {
  return (
    <svg aria-hidden viewBox="0 0 600 40" preserveAspectRatio="none" className="block h-8 w-full fill-none">
      {branchPaths.map((path) => (
        <g key={path} strokeWidth="1.5">
          <path d={path} vectorEffect="non-scaling-stroke" className="stroke-line" />
          <path
            key={sellable}
            d={path}
            pathLength={1}
            vectorEffect="non-scaling-stroke"
            className="animate-flow stroke-accent"
          />
        </g>
      ))}
    </svg>
  )
}
