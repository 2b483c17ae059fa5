import ChevronDown from 'lucide-react/icons/chevron-down'
import Inbox from 'lucide-react/icons/inbox'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ReactNode, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import {
  DropdownMenu,
  DropdownMenuChoice,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton, Spinner } from '#web/ui/loading.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

type GallerySectionProps = { title: string; children: ReactNode }

export function GallerySection({ title, children }: GallerySectionProps) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} />
      <CardBody className="flex flex-wrap items-start gap-4">{children}</CardBody>
    </Card>
  )
}

export function ButtonsSection() {
  return (
    <GallerySection title="Buttons">
      <Button variant="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
      <Button variant="primary" isPending>
        Pending
      </Button>
      <Button disabled>Disabled</Button>
      <BlockedButton reason="Only admins can do this.">Blocked</BlockedButton>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
      <Tooltip content="Refresh">
        <Button size="icon" aria-label="Refresh">
          <RefreshCw aria-hidden />
        </Button>
      </Tooltip>
      <CopyButton text="PX-1042" label="Copy the code" />
      <LinkButton href="#buttons" variant="primary">
        Link
      </LinkButton>
    </GallerySection>
  )
}

const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'quince', label: 'Quince', isDisabled: true },
] as const

export function FormsSection() {
  const [fruit, setFruit] = useState<(typeof fruits)[number]['value'] | ''>('')
  const choose = (value: string) => setFruit(fruits.find((one) => one.value === value)?.value ?? '')
  const [isRipe, setIsRipe] = useState(true)
  return (
    <GallerySection title="Forms">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Field label="Name" hint="As it stands on the invoice.">
          {(control) => <Input {...control} defaultValue="Ana Ruiz" />}
        </Field>
        <Field label="Email" error="Enter an address such as ana@example.com.">
          {(control) => <Input {...control} type="email" defaultValue="ana@" />}
        </Field>
        <Field label="Fruit">
          {(control) => <Select {...control} options={fruits} value={fruit} onValueChange={setFruit} />}
        </Field>
        <Field label="Fruit of any kind">
          {(control) => <Combobox {...control} options={fruits} value={fruit} onValueChange={choose} />}
        </Field>
        <Field label="Locked">{(control) => <Input {...control} disabled defaultValue="Can't be changed" />}</Field>
        <Field label="Address" isOptional>
          {(control) => <Textarea {...control} placeholder="Street, city, postal code" />}
        </Field>
        <div className="grid gap-2">
          <Switch label="Ripe" hint="Ready to eat." checked={isRipe} onCheckedChange={setIsRipe} />
          <Switch label="Locked" disabled checked={false} onCheckedChange={() => undefined} />
          <Checkbox label="Organic" hint="As the certificate says." />
        </div>
      </div>
      <div className="grid w-full gap-4 md:grid-cols-2">
        <FilePicker label="Choose a list" hint="Or drop it here." accept=".csv" onPick={() => undefined} />
        <FilePicker
          label="Choose a list"
          hint="Or drop it here."
          accept=".csv"
          onPick={() => undefined}
          blockedReason="Another list is being read."
        />
      </div>
    </GallerySection>
  )
}

type Overlay = 'dialog' | 'confirm' | 'drawer'

export function OverlaysSection() {
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)

  return (
    <GallerySection title="Overlays">
      <Button onClick={() => setOverlay('dialog')}>Dialog</Button>
      <Button onClick={() => setOverlay('confirm')}>Confirmation</Button>
      <Button onClick={() => setOverlay('drawer')}>Drawer</Button>
      <MenuSample />
      <Button onClick={() => toast({ title: 'Saved', description: 'The change is stored.' })}>Toast</Button>
      <Button onClick={() => toast({ title: 'Not saved', description: 'Check the address.', variant: 'destructive' })}>
        Failure toast
      </Button>

      <Dialog open={overlay === 'dialog'} onOpenChange={close} title="Add person" description="They get an email.">
        <Field label="Full name">{(control) => <Input {...control} />}</Field>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Add person
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={overlay === 'confirm'}
        onOpenChange={close}
        title="Delete this list?"
        confirmLabel="Delete list"
        isDangerous
        onConfirm={close}
      >
        The list and its 12 entries are removed for everyone. The people on it stay.
      </ConfirmDialog>
      <Drawer
        open={overlay === 'drawer'}
        onOpenChange={close}
        side="right"
        title="Details"
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p className="px-4 text-muted">A side sheet keeps the list in view.</p>
      </Drawer>
    </GallerySection>
  )
}

function MenuSample() {
  const [view, setView] = useState('all')
  return (
    <DropdownMenu
      trigger={
        <Button>
          Menu <ChevronDown aria-hidden />
        </Button>
      }
    >
      <DropdownMenuLabel>View</DropdownMenuLabel>
      <DropdownMenuChoices value={view} onValueChange={setView}>
        <DropdownMenuChoice value="all">Everything</DropdownMenuChoice>
        <DropdownMenuChoice value="mine">Only mine</DropdownMenuChoice>
      </DropdownMenuChoices>
      <DropdownMenuSeparator />
      <DropdownMenuItem>Export</DropdownMenuItem>
      <DropdownMenuItem disabled>Archive</DropdownMenuItem>
    </DropdownMenu>
  )
}

const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const

export function FeedbackSection() {
  return (
    <GallerySection title="Feedback">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Avatar name="Ana Ruiz" />
      <div className="grid w-full gap-3">
        {tones.map((tone) => (
          <Alert key={tone} tone={tone} title={`Tone: ${tone}`} action={<Button size="small">Fix it</Button>}>
            It says what happened, what was kept and what to do next.
          </Alert>
        ))}
      </div>
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Progress label="Packing parcels" detail="120 of 400" share={0.3} />
        <Progress label="Counting parcels" share={0.6} isUncertain />
        <Spinner />
        <Skeleton className="h-6 w-40" />
        <EmptyState icon={<Inbox />} action={<Button variant="primary">Add the first</Button>}>
          Nothing here yet. What you add appears in this place.
        </EmptyState>
      </div>
    </GallerySection>
  )
}
