import * as z from "zod";

/**
 * The objects of Kubernetes that the examples use, with their fields: a name that is wrong, or on the wrong level, is not one.
 * From the API reference of Kubernetes 1.33 (apps/v1, batch/v1, core/v1).
 */
const text = z.string().min(1);
const whole = z.int().nonnegative();
const strings = z.record(z.string(), z.string());
const metadata = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
    .optional(),
  labels: strings.optional(),
  annotations: strings.optional(),
});
const quantity = z.string().regex(/^\d+(\.\d+)?(m|[KMGT]i?)?$/);

const probe = z.strictObject({
  httpGet: z.strictObject({ path: text, port: z.union([text, whole]) }),
  periodSeconds: whole.optional(),
  failureThreshold: whole.optional(),
});

const container = z.strictObject({
  name: text,
  image: z.string().regex(/@sha256:[0-9a-f]{64}$/, "an image is named by its digest"),
  args: z.array(z.string()),
  env: z.array(
    z.union([
      z.strictObject({ name: text, value: z.string() }),
      z.strictObject({
        name: text,
        valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: text, key: text }) }),
      }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: z.string().max(15), containerPort: whole })).optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: quantity, memory: quantity }),
    limits: z.strictObject({ memory: quantity }),
  }),
  // Those of the policy "restricted", with a root that is read-only.
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: text, mountPath: z.string().startsWith("/"), readOnly: z.boolean().optional() }),
  ),
});

const pod = z
  .strictObject({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: whole.optional(),
    restartPolicy: z.enum(["Always", "OnFailure", "Never"]).optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int().positive(),
      fsGroup: z.int().positive(),
      seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
    }),
    containers: z.array(container).min(1),
    volumes: z.array(
      z.union([
        z.strictObject({ name: text, emptyDir: z.strictObject({}) }),
        z.strictObject({
          name: text,
          secret: z.strictObject({
            secretName: text,
            items: z.array(z.strictObject({ key: text, path: text })),
          }),
        }),
      ]),
    ),
  })
  .refine(
    ({ containers, volumes }) =>
      containers.every(({ volumeMounts }) =>
        volumeMounts.every((mount) => volumes.some(({ name }) => name === mount.name)),
      ),
    "a container mounts a volume that does not exist",
  );

const deployment = z
  .strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata: metadata.required({ name: true }),
    spec: z.strictObject({
      replicas: whole,
      selector: z.strictObject({ matchLabels: strings }),
      template: z.strictObject({ metadata, spec: pod }),
    }),
  })
  .refine(
    ({ spec: { selector, template } }) =>
      Object.entries(selector.matchLabels).every(
        ([name, value]) => template.metadata.labels?.[name] === value,
      ),
    "the selector does not match the template",
  );

const cronJob = z.strictObject({
  apiVersion: z.literal("batch/v1"),
  kind: z.literal("CronJob"),
  metadata: metadata.required({ name: true }),
  spec: z.strictObject({
    schedule: z.string().regex(/^\S+( \S+){4}$/),
    timeZone: text,
    concurrencyPolicy: z.enum(["Allow", "Forbid", "Replace"]),
    startingDeadlineSeconds: whole,
    successfulJobsHistoryLimit: whole,
    failedJobsHistoryLimit: whole,
    jobTemplate: z.strictObject({
      spec: z.strictObject({
        backoffLimit: whole,
        activeDeadlineSeconds: whole,
        template: z.strictObject({
          spec: pod.refine(({ restartPolicy }) => restartPolicy !== undefined && restartPolicy !== "Always"),
        }),
      }),
    }),
  }),
});

/** A manifest. Throws for one that Kubernetes would reject, or that is not hardened as the examples are. */
export const Manifest = z.union([deployment, cronJob]);
