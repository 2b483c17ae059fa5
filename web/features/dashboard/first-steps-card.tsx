import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { type FirstStepDecision, type FirstSteps, firstStepsApi } from '#contract/first-steps.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { TestOrderDialog } from './test-order-dialog.tsx'

/** The checklist of a new company. It can be left, and hidden at any time; Help brings it back. */
export function FirstStepsCard() {
  const query = useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => call(firstStepsApi.read, {}, { signal }),
    meta: { topics: ['marketplace', 'inventory', 'channels', 'products', 'settings', 'orders'] },
  })
  return (
    <Card aria-labelledby="first-steps-heading">
      <QueryContent what={t('The first steps')} query={query} isInCard>
        {(steps) => <Checklist steps={steps} />}
      </QueryContent>
    </Card>
  )
}

type Step = {
  title: string
  /** How long it takes. */
  takes: string
  isDone: boolean
  /** What came of it. */
  result?: ReactNode
  explanation: string
  action?: ReactNode
}

function Checklist({ steps }: { steps: FirstSteps }) {
  const [isTesting, setIsTesting] = useState(false)
  const list = describeSteps(steps, () => setIsTesting(true))
  const done = list.filter(({ isDone }) => isDone).length
  const isAllDone = done === list.length
  return (
    <>
      <CardHeader
        id="first-steps-heading"
        title={t('First steps')}
        description={
          isAllDone
            ? t('All set: orders and stock now sync automatically.')
            : t('About half an hour. Stop anytime and continue later.')
        }
        actions={<Decide decision="hide">{isAllDone ? t('Done') : t('Hide')}</Decide>}
      />
      <CardBody className="border-b">
        <Progress label={t('{done} of {length}', { done, length: list.length })} share={done / list.length} />
      </CardBody>
      <ol className="divide-y">
        {list.map((step) => (
          <StepLine key={step.title} step={step} />
        ))}
      </ol>
      {isTesting && <TestOrderDialog onClose={() => setIsTesting(false)} />}
    </>
  )
}

function describeSteps(steps: FirstSteps, onTest: () => void): Step[] {
  const { amazon, stock, channels, matching, buffer, testOrder, live } = steps
  const isMatched = channels.count > 0 && matching.left === 0 && !matching.isReading
  return [
    {
      title: t('Connect Amazon'),
      takes: t('2 minutes'),
      isDone: amazon.account !== null,
      result: t('Connected: {account}', { account: amazon.account ?? '' }),
      explanation: t('Lockstep reads your stock there and has Amazon ship your orders.'),
      action: <StepLink href="/amazon-connection">{t('Connect')}</StepLink>,
    },
    {
      title: t('Import your stock'),
      takes: t('a few minutes, automatic'),
      isDone: stock.skus > 0,
      result: describeReading(stock),
      explanation: stock.isReading
        ? t('Importing your stock from Amazon…')
        : t('Every SKU that Amazon stocks for you, with its quantity.'),
      ...(amazon.account !== null &&
        !stock.isReading && { action: <SyncInventory label={t('Import Now')} variant="secondary" /> }),
    },
    {
      title: t('Connect a shop'),
      takes: t('5 minutes'),
      isDone: channels.count > 0,
      result:
        channels.count === 1
          ? channels.name
          : t('{count, plural, one {# channel} other {# channels}}', { count: channels.count }),
      explanation: t('Where your orders come from: Shopify, WooCommerce, your own website or Facebook and Instagram.'),
      action: <StepLink href="/channels?create=channel">{t('Add')}</StepLink>,
    },
    {
      title: t('Match listings'),
      takes: t('5 minutes'),
      isDone: isMatched,
      result:
        matching.matched > 0
          ? t('{matched, plural, one {# listing} other {# listings}} matched', { matched: matching.matched })
          : t('Nothing left to match'),
      explanation: explainMatching(steps),
      ...(matching.channelId !== null && {
        action: <StepLink href={`/channels?channel=${matching.channelId}&tab=matching`}>{t('Match')}</StepLink>,
      }),
    },
    {
      title: t('Choose a safety buffer'),
      takes: t('1 minute'),
      isDone: buffer.isChosen,
      result:
        buffer.units > 0
          ? t('Up to {units, plural, one {# unit} other {# units}} of each SKU held back', { units: buffer.units })
          : t('No units held back'),
      explanation: t('Units held back so two customers can’t both buy the last one.'),
      action: (
        <>
          <StepLink href="/settings?tab=system">{t('Choose')}</StepLink>
          <Decide decision="keep_no_buffer">{t('No buffer')}</Decide>
        </>
      ),
    },
    {
      title: t('Try a test order'),
      takes: t('1 minute'),
      isDone: testOrder.testedAt !== null,
      result:
        testOrder.testedAt !== null &&
        rich(t('Amazon responded {when}'), { when: <RelativeTime moment={testOrder.testedAt} /> }),
      explanation: t('See what Amazon would charge and when it would deliver. Nothing is ordered.'),
      ...(amazon.account !== null &&
        stock.skus > 0 && {
          action: (
            <PermittedButton
              access={firstStepsApi.testOrder.access}
              task={t('try a test order')}
              size="small"
              onClick={onTest}
            >
              {t('Try It')}
            </PermittedButton>
          ),
        }),
    },
    {
      title: t('Go live'),
      takes: t('1 minute'),
      isDone: live.channels > 0,
      result: t('{count, plural, one {# channel} other {# channels}} live', { count: live.channels }),
      explanation: t('Start the shop in Channels. From then on, stock and orders sync automatically.'),
      ...(channels.count > 0 && { action: <StepLink href="/channels">{t('Open Channels')}</StepLink> }),
    },
  ]
}

function describeReading({ skus, readAt }: FirstSteps['stock']): ReactNode {
  return readAt
    ? rich(t('{skus, plural, one {# SKU} other {# SKUs}} imported, {when}', { skus }), {
        when: <RelativeTime moment={readAt} />,
      })
    : t('{skus, plural, one {# SKU} other {# SKUs}} imported', { skus })
}

function explainMatching({ channels, matching }: FirstSteps): string {
  if (channels.count === 0)
    return t('Lockstep suggests a SKU for each listing. You confirm the ones it isn’t sure about.')
  if (matching.left > 0) {
    return t(
      '{left, plural, one {# listing in your shops still has} other {# listings in your shops still have}} no SKU.',
      {
        left: matching.left,
      },
    )
  }
  return t('Importing the shop’s listings…')
}

function StepLine({ step: { title, takes, isDone, result, explanation, action } }: { step: Step }) {
  const { role } = useCurrentUser()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-5">
      <Icon aria-hidden className={isDone ? 'size-5 shrink-0 text-success' : 'size-5 shrink-0 text-muted'} />
      <div className="min-w-48 flex-1">
        <p className="font-medium">
          {title}
          <span className="sr-only">{isDone ? t(', done') : t(', to do')}</span>
          {!isDone && <span className="font-normal text-muted"> · {takes}</span>}
        </p>
        <p className="text-sm text-muted">{isDone ? result : explanation}</p>
      </div>
      {!isDone && action && allows('ops', role) && <div className="flex flex-wrap gap-2">{action}</div>}
    </li>
  )
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonVariants({ size: 'small' })}>
      {children}
    </Link>
  )
}

function Decide({ decision, children }: { decision: FirstStepDecision; children: ReactNode }) {
  const decide = useDecision()
  return (
    <PermittedButton
      access={firstStepsApi.decide.access}
      task={t('edit the setup checklist')}
      size="small"
      variant="quiet"
      isPending={decide.isPending}
      onClick={() => decide.mutate(decision)}
    >
      {children}
    </PermittedButton>
  )
}

function useDecision() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: FirstStepDecision) => call(firstStepsApi.decide, { decision }),
    onSuccess: async (steps, decision) => {
      queryClient.setQueryData(['first-steps'], steps)
      if (decision === 'hide')
        toast({ title: t('Checklist Hidden'), description: t('To show it again, open Help on the Dashboard.') })
      await queryClient.invalidateQueries({ queryKey: ['metrics'] })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('Not Saved'), description: errorMessage(error) })
    },
  })
}
