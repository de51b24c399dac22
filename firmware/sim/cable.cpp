#include "cable.h"

#include <sstream>

namespace sim {

bool Cable::play(const std::string& line) {
    std::istringstream in(line);
    std::string word;
    unsigned number = 0;
    in >> word;
    if (word == "unplug" || word == "plug") {
        plugged_ = word == "plug";
        coming_.clear();
        return true;
    }
    if (!(in >> number)) { return false; }
    if (word == "drop") { drop_ = number; }
    else if (word == "flip") { flip_ = number; }
    else if (word == "delay") { delay_ = number * 1000000ULL; }
    else { return false; }
    return true;
}

uint32_t Cable::next() {
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<uint32_t>(random_ >> 33);
}

bool Cable::happens(unsigned ppm) { return ppm > 0 && next() % 1000000 < ppm; }

void Cable::put(uint8_t byte, uint64_t now) {
    if (!plugged_ || happens(drop_)) { return; }
    if (happens(flip_)) { byte = static_cast<uint8_t>(byte ^ (1U << next() % 8)); }
    coming_.push_back(Coming{byte, now + delay_});
}

bool Cable::get(uint8_t& byte, uint64_t now) {
    if (coming_.empty() || coming_.front().at > now) { return false; }
    byte = coming_.front().byte;
    coming_.pop_front();
    return true;
}

}  // namespace sim
