-- Creates plants as fast as the connections take them, each under an id of its
-- own: a create that is repeated is answered without a write.
--
-- Arguments: the token, the first number, and how many threads share the numbers. Thread t of T takes first + t, first + t + T, …, so
-- that ids in order are in order over all of them.

local threads = 0

function setup(thread)
  thread:set("thread_number", threads)
  threads = threads + 1
end

function init(arguments)
  local token, first, step = unpack(arguments)
  number = tonumber(first) + thread_number
  step_between = tonumber(step)
  head = "POST /plants HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port ..
    "\r\nAuthorization: Bearer " .. token ..
    "\r\nContent-Type: application/json\r\nContent-Length: "
end

function request()
  local id = string.format("%d", number)
  number = number + step_between
  local body = '{"id":' .. id .. ',"name":"Monstera deliciosa","tag":"climber"}'
  return head .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nJSON {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"p999":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
