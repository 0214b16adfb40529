-- wrk's script for a REST workload. BENCH_REQUESTS names a file with a method, a path and then one JSON body
-- per line; the requests are built once and sent in turn. At the end, one line of JSON is printed.
local requests = {}
local at = 0

function init()
  local file = assert(io.open(os.getenv("BENCH_REQUESTS")))
  local method, path = file:read("*l"), file:read("*l")
  local headers = { ["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN"), ["Content-Type"] = "application/json" }
  for body in file:lines() do
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
  if #requests == 0 then
    requests[1] = wrk.format(method, path, { ["Authorization"] = headers["Authorization"] })
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\n{"count":%d,"seconds":%.6f,"errors":%d,"p50":%.4f,"p99":%.4f}\n', summary.requests,
    summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
