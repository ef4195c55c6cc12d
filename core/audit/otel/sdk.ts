import type { Counter, Histogram, Span } from '@opentelemetry/api'
import { contactingFor } from '../../platform/index.ts'
import type { Attributes, OpenSpan, OtelTarget, Telemetry } from './types.ts'

const METRICS_MS = 10_000
const CLOSE_MS = 1_000

/** Loads the SDK, which is not there for anybody who has switched nothing on. */
export async function startTelemetry({ endpoint, headers = {} }: OtelTarget, version: string): Promise<Telemetry> {
  const [api, traces, metrics, resources, traceOut, metricOut] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const base = endpoint.replace(/\/+$/, '')
  const resource = resources.resourceFromAttributes({ 'service.name': 'mewcode', 'service.version': version })
  const exporter = new traceOut.OTLPTraceExporter({ url: `${base}/v1/traces`, headers: { ...headers } })
  const metricExporter = new metricOut.OTLPMetricExporter({ url: `${base}/v1/metrics`, headers: { ...headers } })
  namePurpose(exporter)
  namePurpose(metricExporter)
  /** Of the trace that begins next. */
  let nextTrace: string | undefined
  const random = new traces.RandomIdGenerator()
  const idGenerator = {
    generateTraceId: (): string => nextTrace ?? random.generateTraceId(),
    generateSpanId: (): string => random.generateSpanId(),
  }
  const tracing = new traces.TracerProvider({ resource, spanProcessors: [new traces.BatchSpanProcessor({ exporter })], idGenerator })
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: METRICS_MS,
    exportTimeoutMillis: METRICS_MS,
  })
  const metering = new metrics.MeterProvider({ resource, readers: [reader] })
  const tracer = tracing.getTracer('mewcode', version)
  const meter = metering.getMeter('mewcode', version)
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()

  function open(name: string, at: number, attributes: Attributes, parent: Span | undefined): OpenSpan {
    const around = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
    const kind = name === 'llm.request' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL
    const span = tracer.startSpan(name, { startTime: at, kind, attributes: { ...attributes } }, around)
    return {
      child: (childName, childAt, childAttributes) => open(childName, childAt, childAttributes, span),
      set: (more) => void span.setAttributes({ ...more }),
      end(endAt, failure) {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure)
          span.setStatus({ code: api.SpanStatusCode.ERROR })
        }
        span.end(endAt)
      },
    }
  }

  return {
    span(name, at, attributes, traceId) {
      nextTrace = traceId
      const span = open(name, at, attributes, undefined)
      nextTrace = undefined
      return span
    },
    count(metric, by, attributes) {
      const counter = counters.get(metric) ?? meter.createCounter(metric)
      counters.set(metric, counter)
      counter.add(by, { ...attributes })
    },
    record(metric, value, unit, attributes) {
      const histogram = histograms.get(metric) ?? meter.createHistogram(metric, { unit })
      histograms.set(metric, histogram)
      histogram.record(value, { ...attributes })
    },
    async close() {
      const sent = Promise.allSettled([tracing.shutdown(), metering.shutdown()])
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => resolve(), CLOSE_MS)
      await Promise.race([sent, late])
      clearTimeout(timer)
    },
  }
}

/** What it sends stands in the log of hosts as traces. */
function namePurpose<Sent, Done>(exporter: { export: (sent: Sent, done: Done) => void }): void {
  const send = exporter.export.bind(exporter)
  exporter.export = (sent, done) => contactingFor('traces', () => send(sent, done))
}
