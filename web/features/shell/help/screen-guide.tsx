import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { DashboardMetrics } from '#contract/dashboard.ts'
import { firstStepsApi } from '#contract/first-steps.ts'
import { t } from '#contract/i18n.ts'
import type { ScreenPath } from '#contract/paths.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { toast } from '#web/ui/toast.ts'

type Guide = { title: string; purpose: string; tasks: readonly { task: string; how: string }[] }

const guides: Partial<Record<ScreenPath, Guide>> = {
  '/dashboard': {
    title: t('Dashboard'),
    purpose: t('Today’s work comes first, then your figures.'),
    tasks: [
      {
        task: t('Start with Today'),
        how: t('It shows orders to ship, orders that need attention, SKUs to reorder and failed jobs.'),
      },
      {
        task: t('Solve problems in place'),
        how: t('Each order that needs attention comes with a fix and leaves the list once it’s resolved.'),
      },
      {
        task: t('Check a figure'),
        how: t('Click a card to see the rows it counts. Its tooltip explains the figure.'),
      },
    ],
  },
  '/observe': {
    title: t('Observe Mode'),
    purpose: t('What Lockstep would have done, compared with what your other tool did.'),
    tasks: [
      {
        task: t('Start with the differences'),
        how: t('They’re listed first. Each compares Lockstep’s plan with what Amazon or the shop shows.'),
      },
      {
        task: t('Share the list'),
        how: t('Export lists every decision with both sides’ times, speeds and quantities.'),
      },
      {
        task: t('Go live'),
        how: t(
          'Turn off your other tool, then go live in Settings > System. The dialog shows what starts immediately.',
        ),
      },
    ],
  },
  '/orders': {
    title: t('Orders'),
    purpose: t('All orders from all channels, with the shop’s number and ours.'),
    tasks: [
      {
        task: t('Find an order'),
        how: t(
          'Search by number, name, email, phone, SKU, title, tracking number or postal code, with words in any order.',
        ),
      },
      {
        task: t('Send an order'),
        how: t('Fulfill shows Amazon’s fee and dates for each speed before anything is sent.'),
      },
      {
        task: t('Enter an order yourself'),
        how: t(
          'Use New Order for phone or trade show sales. Copy as replacement, in an order’s menu, creates a free replacement.',
        ),
      },
      {
        task: t('Send in bulk'),
        how: t(
          'Select orders with the checkboxes, or all that match the filters. Then send, hold, cancel, tag or assign them from the bar below.',
        ),
      },
      {
        task: t('Stop an order'),
        how: t('Hold keeps it from being sent. Cancel asks Amazon to stop it, if that is still possible.'),
      },
      {
        task: t('Work as a team'),
        how: t('Tag orders, assign them, and mention a colleague in a note with @. The bell shows updates for you.'),
      },
    ],
  },
  '/products': {
    title: t('Products'),
    purpose: t('Your catalog: each product with its SKUs, prices and descriptions.'),
    tasks: [
      {
        task: t('Add a product'),
        how: t('Enter it here, upload a file in Bulk Upload, or import it from Amazon with a sync.'),
      },
      { task: t('Edit in bulk'), how: t('Use Sheet View for typing, Bulk Upload for files.') },
      {
        task: t('Sort and compare'),
        how: t('Show the products as a table, choose its columns, and click a heading to sort by it.'),
      },
      { task: t('Choose what Amazon gets'), how: t('A product’s Amazon tab shows which changes are sent.') },
    ],
  },
  '/inventory': {
    title: t('Inventory'),
    purpose: t('What you have, what is held for orders, and what your shops can sell.'),
    tasks: [
      {
        task: t('See how a number is calculated'),
        how: t('Open a SKU to see its count, held units, buffer and the result.'),
      },
      { task: t('Hold units back'), how: t('Set a safety buffer for a SKU, a channel or the whole company.') },
      {
        task: t('Find what’s running low'),
        how: t('Click Available to sort by it. You can change a quantity in the list, with a reason.'),
      },
      {
        task: t('Update the count'),
        how: t('Sync Inventory reads your Amazon stock right away. Otherwise, it’s read on schedule.'),
      },
    ],
  },
  '/bulk-upload': {
    title: t('Bulk Upload'),
    purpose: t('Many changes from one file, checked before anything is saved.'),
    tasks: [
      {
        task: t('Prepare the file'),
        how: t('Download the template, or upload your own file with matching column names.'),
      },
      { task: t('Check first'), how: t('You see each change, and each risky value, before you apply anything.') },
      { task: t('Undo it'), how: t('You can undo each upload from its history.') },
    ],
  },
  '/sheet-view': {
    title: t('Sheet View'),
    purpose: t('Edit products, prices and stock like a spreadsheet.'),
    tasks: [
      {
        task: t('Type, paste, fill down'),
        how: t('Only you see your changes until you save them. The keys work as in a spreadsheet.'),
      },
      { task: t('When someone else saved first'), how: t('You see both values and choose which one to keep.') },
    ],
  },
  '/channels': {
    title: t('Channels'),
    purpose: t('Where you sell. Orders come in from here; stock and tracking go out.'),
    tasks: [
      {
        task: t('Connect a shop'),
        how: t('Add Channel guides you through Shopify, WooCommerce, your own website or Facebook and Instagram.'),
      },
      {
        task: t('Match listings'),
        how: t('Lockstep suggests a SKU for each listing. You confirm the ones it isn’t sure about.'),
      },
      { task: t('Go live'), how: t('Start the channel. From then on, its stock is kept up to date.') },
      {
        task: t('When something is wrong'),
        how: t('The card shows what the channel is waiting for. Deliveries lists every message in and out.'),
      },
    ],
  },
  '/amazon-connection': {
    title: t('Marketplace Connect'),
    purpose: t('Your Amazon accounts, which hold your stock and ship your orders.'),
    tasks: [
      { task: t('Connect an account'), how: t('Choose a region and marketplaces, then sign in to Amazon.') },
      {
        task: t('When Amazon denies access'),
        how: t('Authorize the account again. Nothing is lost in the meantime.'),
      },
    ],
  },
  '/promotions': {
    title: t('Promotions'),
    purpose: t('Discounts and codes for your own website.'),
    tasks: [
      { task: t('Create one'), how: t('Choose what it applies to, when it runs and how often it may be used.') },
      { task: t('Try it'), how: t('Try a cart shows what a customer would pay, and why.') },
    ],
  },
  '/reports': {
    title: t('Reports'),
    purpose: t('Sales, stock and profit for any period.'),
    tasks: [
      { task: t('See what is behind a figure'), how: t('Click it to open the orders it counts.') },
      {
        task: t('See what you earn'),
        how: t(
          'Choose a profit report. It uses each SKU’s cost, which you enter in Products, and shows what is missing.',
        ),
      },
      { task: t('Export or email it'), how: t('Export it as Excel or CSV, or have it emailed on a schedule.') },
    ],
  },
  '/settings': {
    title: t('Settings'),
    purpose: t('How Lockstep works for your company.'),
    tasks: [
      { task: t('Invite people'), how: t('Users lists everyone with their role. Invite people by email.') },
      { task: t('Message customers'), how: t('Notifications has the messages and sender address.') },
      { task: t('Stay secure'), how: t('Security has the audit log and the session settings.') },
    ],
  },
}

const anywhere: Guide = {
  title: t('Help'),
  purpose: t('Each screen has a short guide. Open Help there to read it.'),
  tasks: [{ task: t('Find anything'), how: t('Search finds orders, products, SKUs and screens.') }],
}

type ScreenGuideProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** A short guide to the screen behind it. */
export function ScreenGuide({ open, onOpenChange }: ScreenGuideProps) {
  const [path] = useLocation()
  const at = path === '/' ? '/dashboard' : path === '/amazon' ? '/amazon-connection' : path
  const guide = Object.entries(guides).find(([screen]) => screen === at)?.[1] ?? anywhere
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      title={t('Help: {title}', { title: guide.title })}
      footer={
        <Link href="/help" className={buttonVariants({ variant: 'secondary' })}>
          {t('How Lockstep works')}
        </Link>
      }
    >
      <div className="grid gap-5 px-4 pt-1 pb-6">
        <p className="text-muted">{guide.purpose}</p>
        <dl className="grid gap-4">
          {guide.tasks.map(({ task, how }) => (
            <div key={task}>
              <dt className="font-medium">{task}</dt>
              <dd className="text-muted">{how}</dd>
            </div>
          ))}
        </dl>
        {at === '/dashboard' && <ShowFirstSteps onShown={() => onOpenChange(false)} />}
      </div>
    </Drawer>
  )
}

/** Offered while the checklist is hidden. */
function ShowFirstSteps({ onShown }: { onShown: () => void }) {
  const queryClient = useQueryClient()
  const isShown = queryClient.getQueryData<DashboardMetrics>(['metrics'])?.hasFirstSteps
  const show = useMutation({
    mutationFn: () => call(firstStepsApi.decide, { decision: 'show' }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['metrics'] })
      onShown()
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('Not Shown'), description: errorMessage(error) })
    },
  })
  if (isShown) return null
  return (
    <PermittedButton
      access={firstStepsApi.decide.access}
      task={t('edit the setup checklist')}
      isPending={show.isPending}
      onClick={() => show.mutate()}
      className="justify-self-start"
    >
      {t('Show First Steps')}
    </PermittedButton>
  )
}
