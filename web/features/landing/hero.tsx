import { cx } from 'class-variance-authority'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ClockCheck from 'lucide-react/icons/clock-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Store from 'lucide-react/icons/store'
import Timer from 'lucide-react/icons/timer'
import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { signInPath } from '#contract/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { featuresId } from './landing-section.tsx'
import { dashboardPicture, ProductPicture } from './product-picture.tsx'

export function Hero() {
  return (
    <div className="relative overflow-hidden px-4 pt-12 pb-16 md:px-8 md:pt-20 md:pb-24">
      <div aria-hidden className="graph-paper absolute inset-0" />
      <div className="relative mx-auto grid max-w-6xl items-center gap-12 lg:grid-cols-[1fr_1.05fr] lg:gap-16">
        <div>
          <p className="font-medium text-accent">{t('Enterprise inventory and order management')}</p>
          <h1 className="mt-4 text-4xl font-semibold tracking-tight text-balance md:text-5xl">
            <span className="block">{t('One count.')}</span> {t('Every channel in step.')}
          </h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
            {t(
              'Lockstep keeps your inventory in step with Amazon’s fulfillment network, imports orders from your websites and Meta Shops, and ships them through Amazon Multi-Channel Fulfillment.',
            )}
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <LinkButton variant="primary" size="large" href={signInPath}>
              {t('Admin Dashboard Access')}
              <ArrowRight aria-hidden />
            </LinkButton>
            <Button size="large" onClick={() => scrollToSection(featuresId)}>
              {t('Explore Features')}
            </Button>
          </div>
          <p className="mt-5 text-sm text-muted">{t('Accounts are created by our team. There is no self sign-up.')}</p>
        </div>
        <StockBoard />
      </div>
      <div className="relative mx-auto mt-12 max-w-6xl md:mt-20">
        <ProductPicture picture={dashboardPicture} isFirst />
      </div>
    </div>
  )
}

const stats = [
  { figure: t('Real-time'), meaning: t('inventory sync'), Icon: ArrowLeftRight },
  { figure: t('Multi-channel'), meaning: t('support'), Icon: Store },
  { figure: t('30 min'), meaning: t('auto-sync interval'), Icon: Timer },
  { figure: t('24/7'), meaning: t('automated processing'), Icon: ClockCheck },
] as const

export function StatTiles() {
  return (
    <section aria-label={t('At a glance')} className="border-y bg-raised px-4 md:px-8">
      <ul className="mx-auto grid max-w-6xl grid-cols-2 lg:grid-cols-4">
        {stats.map(({ figure, meaning, Icon }) => (
          <li key={figure} className="py-6 pr-3 md:py-8 lg:not-first:border-l lg:not-first:pl-8">
            <Icon aria-hidden className="mb-3 size-5 text-accent" />
            <p>
              <span className="block text-xl font-semibold tracking-tight md:text-2xl">{figure} </span>
              <span className="text-muted">{meaning}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Scrolls to a section and focuses its heading, so that keyboard and screen reader users continue there too. */
function scrollToSection(id: string) {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  document.getElementById(`${id}-heading`)?.focus({ preventScroll: true })
}

/** An animated example of the main rule: one count of stock, less holds and buffer, on every channel. */
function StockBoard() {
  const { step, isPlaying, togglePlaying } = useExampleStep(stockExample.length)
  const example = stockExample[step] ?? stockExample[0]
  if (!example) return null

  return (
    <figure className="min-w-0 rounded-xl border bg-raised shadow-overlay">
      <figcaption className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-5">
        <span className="min-w-0">
          <span className="font-mono text-sm font-semibold">{'TEE-L'}</span>{' '}
          <span className="text-sm text-muted">{t('Tee, large · example')}</span>
        </span>
        <Button
          variant="quiet"
          size="icon"
          aria-label={isPlaying ? t('Pause example') : t('Play example')}
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
      {Array.from({ length: count }, (_, step) => (
        <span key={step} className={step === current ? 'h-2 w-4 rounded-sm bg-accent' : 'size-2 rounded-sm bg-line'} />
      ))}
    </span>
  )
}

type StockSumProps = { available: number; held: number; buffer: number; sellable: number }

function StockSum({ available, held, buffer, sellable }: StockSumProps) {
  return (
    <dl className="mt-4 overflow-hidden rounded-lg border bg-sunken">
      <SumLine sign="" label={t('Amazon’s count')} value={available} />
      <SumLine sign="−" label={t('Held for open orders')} value={held} isActive={held > 0} />
      <SumLine sign="−" label={t('Safety buffer')} value={buffer} />
      <div className="flex items-baseline gap-2 border-t bg-accent px-4 py-2.5 text-on-accent">
        <dt className="flex-1 font-semibold">
          <span aria-hidden className="inline-block w-5">
            =
          </span>
          {t('Sellable')}
        </dt>
        <dd className="text-2xl font-semibold">
          <AnimatedNumber value={sellable} />
        </dd>
      </div>
    </dl>
  )
}

type SumLineProps = { sign: string; label: string; value: number; isActive?: boolean }

function SumLine({ sign, label, value, isActive = false }: SumLineProps) {
  return (
    <div className="flex items-baseline gap-2 px-4 py-2 not-first:border-t">
      <dt className={cx('flex-1 transition-colors', isActive ? 'text-ink' : 'text-muted')}>
        <span aria-hidden className="inline-block w-5">
          {sign}
        </span>
        {label}
      </dt>
      <dd className="text-lg font-semibold">
        <AnimatedNumber value={value} />
      </dd>
    </div>
  )
}

type ChannelTilesProps = { sellable: number; seller: ExampleChannel | undefined }

function ChannelTiles({ sellable, seller }: ChannelTilesProps) {
  return (
    <>
      <Branches sellable={sellable} />
      <ul className="grid grid-cols-3 gap-3">
        {exampleChannels.map(({ channel, label }) => (
          <li
            key={channel}
            className={cx(
              'rounded-lg border px-2 py-3 text-center transition-colors duration-300',
              channel === seller && 'border-accent bg-accent-soft',
            )}
          >
            <span className="block text-xs text-muted">{label}</span>
            <span className="block text-2xl font-semibold">
              <AnimatedNumber value={sellable} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-center text-xs text-muted">{t('eBay and Etsy: coming soon')}</p>
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

/** The key makes React mount a new element for each value, which restarts the CSS animation. */
function AnimatedNumber({ value }: { value: number }) {
  return (
    <span key={value} className="inline-block animate-tick">
      {value}
    </span>
  )
}

const stepDuration = 3600

/** Cycles through the steps; starts paused when the person prefers reduced motion. */
function useExampleStep(count: number) {
  const [step, setStep] = useState(0)
  const [isPlaying, setIsPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => setStep((current) => (current + 1) % count), stepDuration)
    return () => clearInterval(timer)
  }, [isPlaying, count])

  return { step, isPlaying, togglePlaying: () => setIsPlaying((current) => !current) }
}

const safetyBuffer = 5

const exampleChannels = [
  { channel: 'website', label: t('Website') },
  { channel: 'outlet', label: t('Outlet website') },
  { channel: 'meta', label: t('Meta Shops') },
] as const

type ExampleChannel = (typeof exampleChannels)[number]['channel']

type ExampleStep = {
  event: string
  available: number
  held: number
  seller?: ExampleChannel
}

/** The last step returns to the stock of the first, so that the loop has no jump in the figures. */
const steps: readonly ExampleStep[] = [
  {
    event: t('Your website sells 2. They’re immediately held across all channels.'),
    available: 48,
    held: 2,
    seller: 'website',
  },
  { event: t('Meta Shops sells 1. Both websites update.'), available: 48, held: 3, seller: 'meta' },
  { event: t('Amazon has shipped them. Its new count replaces the holds.'), available: 45, held: 0 },
  { event: t('3 more units reach Amazon’s warehouses. All channels update.'), available: 48, held: 0 },
]

export const stockExample = steps.map((step) => ({
  ...step,
  safetyBuffer,
  sellable: Math.max(0, step.available - step.held - safetyBuffer),
}))
